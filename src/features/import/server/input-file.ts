import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Thrown if the file as a whole is unusable. The message is shown on the command line. */
export class InputError extends Error {
  override name = 'InputError'
}

export type InputFile = { path: string; bytes: number; format: 'csv' | 'json-lines' }

/** Checks that the file exists, is a regular file and is not empty, and detects its format. */
export const inspectInputFile = async (path: string): Promise<InputFile> => {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `File not found: ${path}` : `Cannot read ${path}: ${error.code}`,
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

/**
 * Yields the file's text in chunks, without its byte order mark. Throws `InputError` for anything but UTF-8.
 */
export async function* readTextChunks(
  path: string,
  onBytes: (total: number) => void,
): AsyncGenerator<string> {
  const decoder = openDecoder()
  let total = 0
  /** The bytes that the decoder has not decoded yet: the beginning of a character that continues in the next chunk. */
  let pending = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 })) {
    const bytes = Buffer.concat([pending, chunk as Buffer])
    const text = decode(decoder, chunk as Buffer)
    if (text === null) throw notText(path, total - pending.length + validByteCount(bytes))
    pending = bytes.subarray(Buffer.byteLength(text))
    const isFirst = total === 0
    total += (chunk as Buffer).length
    onBytes(total)
    if (text) yield isFirst ? text.replace(/^\uFEFF/, '') : text
  }
  if (pending.length > 0) throw notText(path, total - pending.length)
}

const notText = (path: string, offset: number) => new InputError(`${path} is not UTF-8 text (byte ${offset})`)

const openDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/** Returns the number of bytes before the first invalid byte. */
const validByteCount = (bytes: Uint8Array): number => {
  const decoder = openDecoder()
  let good = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const text = decode(decoder, bytes.subarray(index, index + 1))
    if (text === null) break
    good += Buffer.byteLength(text)
  }
  return good
}
