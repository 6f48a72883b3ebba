import { open } from 'node:fs/promises'
import type { ImageKind, VideoKind } from '#server/media/media-types.ts'
import { throwAsUnavailable } from '#server/media/temporary-directory.ts'

export type FileKind = ImageKind | VideoKind

const hasTextAt = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.toString('latin1', offset, offset + text.length) === text

/** The number of bytes at the beginning of a file that are enough to detect its kind. */
const HEAD_BYTES = 256

/**
 * Detects the kind of a file on the local disk from its first bytes, regardless of the declared type. Returns null for
 * unsupported kinds.
 */
export const detectFileKind = async (path: string): Promise<FileKind | null> => {
  const file = await open(path).catch(throwAsUnavailable)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return detectKind(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

const detectKind = (bytes: Buffer): FileKind | null => {
  if (hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (hasTextAt(bytes, 0, '\xff\xd8\xff')) return 'jpg'
  if (hasTextAt(bytes, 0, 'GIF87a') || hasTextAt(bytes, 0, 'GIF89a')) return 'gif'
  if (hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP')) return 'webp'
  if (hasTextAt(bytes, 0, '\x1aE\xdf\xa3')) return 'webm'
  if (bytes.length >= 16 && hasTextAt(bytes, 4, 'ftyp')) return isoKind(bytes)
  return null
}

const VIDEO_BRAND = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|msdh|msnv|mmp4|3gp\d|f4v )$/

/**
 * Detects the kind of a file in the ISO base media format (ISO/IEC 14496-12) from the brands listed at its
 * beginning. HEIC and audio are unsupported.
 */
const isoKind = (bytes: Buffer): 'avif' | 'mp4' | 'mov' | null => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, HEAD_BYTES)
  const major = bytes.toString('latin1', 8, 12)
  const compatible: string[] = []
  for (let offset = 16; offset + 4 <= end; offset += 4)
    compatible.push(bytes.toString('latin1', offset, offset + 4))
  const brands = [major, ...compatible]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (major === 'qt  ') return 'mov'
  if (/^(he[ivm]|mif1|msf1|M4A|M4B|crx)/.test(major)) return null
  return brands.some((brand) => VIDEO_BRAND.test(brand)) ? 'mp4' : null
}

const PICTURES: ReadonlySet<FileKind> = new Set(['png', 'jpg', 'gif', 'webp', 'avif'])

export const isImageKind = (kind: FileKind | null): kind is ImageKind => kind !== null && PICTURES.has(kind)

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
