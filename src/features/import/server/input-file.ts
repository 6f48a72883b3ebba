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
  const decoder = openDecoder()
  let total = 0
  /** What the decoder keeps back: the beginning of a character that goes on in the next piece. */
  let kept = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 })) {
    const bytes = Buffer.concat([kept, chunk as Buffer])
    const text = decode(decoder, chunk as Buffer)
    if (text === null) throw notText(path, total - kept.length + goodBytes(bytes))
    kept = bytes.subarray(Buffer.byteLength(text))
    const isFirst = total === 0
    total += (chunk as Buffer).length
    onBytes(total)
    if (text) yield isFirst ? text.replace(/^\uFEFF/, '') : text
  }
  if (kept.length > 0) throw notText(path, total - kept.length)
}

const notText = (path: string, at: number) => new InputError(`${path} is not UTF-8 text (byte ${at})`)

const openDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/** How many there are before the first ones that are no character. */
const goodBytes = (bytes: Uint8Array): number => {
  const decoder = openDecoder()
  let good = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const text = decode(decoder, bytes.subarray(at, at + 1))
    if (text === null) break
    good += Buffer.byteLength(text)
  }
  return good
}
