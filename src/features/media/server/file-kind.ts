import { open } from 'node:fs/promises'
import { detectKind, type FileKind, isImageKind } from '#core/file-kind.ts'
import { throwAsUnavailable } from '#server/media/temporary-directory.ts'

/** The number of bytes at the beginning of a file that are enough to detect its kind. */
const HEAD_BYTES = 256

/**
 * Detects the kind of a file on the local disk from its first bytes, regardless of the declared type. Returns null for
 * unsupported kinds.
 */
export const detectFileKind = async (path: string): Promise<FileKind | null> =>
  detectKind(await readHead(path))

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path).catch(throwAsUnavailable)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The texts by which formats that cannot be uploaded are recognized, with their positions. */
const UNSUPPORTED_FORMATS: readonly (readonly [name: string, offset: number, text: string])[] = [
  ['HEIC', 4, 'ftyphe'],
  ['HEIC', 4, 'ftypmif1'],
  ['HEIC', 4, 'ftypmsf1'],
  ['BMP', 0, 'BM'],
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['JPEG XL', 0, '\xff\n'],
  ['JPEG XL', 4, 'JXL '],
  ['ICO', 0, '\0\0\x01\0'],
  ['PSD', 0, '8BPS'],
  ['AVI', 8, 'AVI '],
  ['WMV', 0, '0&\xb2u'],
  ['FLV', 0, 'FLV'],
  ['MPEG', 0, '\0\0\x01\xba'],
]
const SVG = /^[^<]{0,9}(<[?!][^>]*>\s*)*<svg[\s>]/i

/** Names the format of a file that cannot be uploaded. Returns null for unknown formats. */
export const detectUnsupportedFormat = async (path: string): Promise<string | null> => {
  const head = (await readHead(path)).toString('latin1')
  if (head.startsWith('ftyp', 4) && head.includes('avis')) return 'Animated AVIF'
  if (head.startsWith('\x1aE\xdf\xa3') && head.includes('matroska')) return 'MKV'
  if (SVG.test(head)) return 'SVG'
  return UNSUPPORTED_FORMATS.find(([, offset, text]) => head.startsWith(text, offset))?.[0] ?? null
}

/** The types that systems and browsers declare for files whose type they do not know. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/**
 * Returns true if files with this declared media type can be uploaded. Browsers derive the type from the name, so only
 * whether it is an image or a video is taken into account; the bytes decide the rest. SVG is a document with scripts.
 */
export const isSupportedMediaType = (type: string): boolean =>
  UNKNOWN_TYPES.has(type) || type.startsWith('video/') || (type.startsWith('image/') && !type.includes('svg'))

export const matchesDeclaredType = (kind: FileKind, type: string): boolean =>
  isSupportedMediaType(type) &&
  (UNKNOWN_TYPES.has(type) || type.startsWith(isImageKind(kind) ? 'image/' : 'video/'))
