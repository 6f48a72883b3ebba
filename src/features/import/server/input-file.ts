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
    const bytes = buffer.subarray(0, bytesRead)
    const start = new TextDecoder(detectEncoding(bytes)).decode(bytes).trimStart()
    return { path, bytes: stat.size, format: start.startsWith('{') ? 'json-lines' : 'csv' }
  } finally {
    await handle.close()
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Spreadsheets write UTF-16 with a byte order mark, Excel for example as "Unicode Text". Everything else must be UTF-8. */
const detectEncoding = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Yields the file's text in chunks, without its byte order mark. Throws `InputError` for anything but UTF-8, or UTF-16
 * with a byte order mark.
 */
export async function* readTextChunks(
  path: string,
  onBytes: (total: number) => void,
): AsyncGenerator<string> {
  let encoding: Encoding = 'utf-8'
  let decoder = openDecoder(encoding)
  let total = 0
  /** The bytes that the decoder has not decoded yet: the beginning of a character that continues in the next chunk. */
  let pending = Buffer.alloc(0)
  const notText = (offset: number) =>
    new InputError(`${path} is not ${encoding === 'utf-8' ? 'UTF-8' : 'UTF-16'} text (byte ${offset})`)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 })) {
    if (total === 0) {
      encoding = detectEncoding(chunk as Buffer)
      decoder = openDecoder(encoding)
    }
    const bytes = Buffer.concat([pending, chunk as Buffer])
    const text = decode(decoder, chunk as Buffer)
    if (text === null) throw notText(total - pending.length + validByteCount(bytes, encoding))
    pending = bytes.subarray(byteLength(text, encoding))
    const isFirst = total === 0
    total += (chunk as Buffer).length
    onBytes(total)
    if (text) yield isFirst ? text.replace(/^\uFEFF/, '') : text
  }
  if (pending.length > 0) throw notText(total - pending.length)
}

const openDecoder = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })

const decode = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch {
    return null
  }
}

const byteLength = (text: string, encoding: Encoding): number =>
  encoding === 'utf-8' ? Buffer.byteLength(text) : text.length * 2

/** Returns the number of bytes before the first invalid byte. */
const validByteCount = (bytes: Uint8Array, encoding: Encoding): number => {
  const decoder = openDecoder(encoding)
  let good = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const text = decode(decoder, bytes.subarray(index, index + 1))
    if (text === null) break
    good += byteLength(text, encoding)
  }
  return good
}
