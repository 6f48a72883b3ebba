import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { InputError } from './input-error.ts'

export type InputFile = { path: string; bytes: number; format: 'csv' | 'json-lines' }

/** Looks at the file: it must be there, be a file, and hold text. */
export const lookAtFile = async (path: string): Promise<InputFile> => {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `There is no file ${path}` : `Cannot read ${path}: ${error.code}`,
    )
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new InputError(`${path} is not a file`)
    if (stat.size === 0) throw new InputError(`${path} is empty`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_024), 0, 1_024, 0)
    const start = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trimStart()
    return { path, bytes: stat.size, format: start.startsWith('{') ? 'json-lines' : 'csv' }
  } finally {
    await handle.close()
  }
}

/** The file's text in pieces, without its byte order mark; anything but UTF-8 is an error. */
export async function* readText(path: string, onBytes: (total: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let total = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 })) {
    const bytes = chunk as Buffer
    const text = decode(decoder, bytes, total, path)
    total += bytes.length
    onBytes(total)
    if (text) yield text
  }
  const rest = decode(decoder, undefined, total, path)
  if (rest) yield rest
}

const decode = (decoder: TextDecoder, bytes: Buffer | undefined, at: number, path: string): string => {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new InputError(`${path} is not UTF-8 text (near byte ${at})`)
  }
}
