/** The kinds of files that can be examples, named by the extension under which they are stored. */
export type FileKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'mp4' | 'webm' | 'mov'

/** The number of bytes at the beginning of a file in which its brands are read. */
const MAX_BRAND_BYTES = 256

const readText = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

const hasTextAt = (bytes: Uint8Array, offset: number, text: string): boolean =>
  readText(bytes, offset, text.length) === text

/** Detects the kind of a file from its first bytes. Returns null for unsupported kinds. */
export const detectKind = (bytes: Uint8Array): FileKind | null => {
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
const isoKind = (bytes: Uint8Array): 'avif' | 'mp4' | 'mov' | null => {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = Math.min(size, bytes.length, MAX_BRAND_BYTES)
  const major = readText(bytes, 8, 4)
  const compatible: string[] = []
  for (let offset = 16; offset + 4 <= end; offset += 4) compatible.push(readText(bytes, offset, 4))
  const brands = [major, ...compatible]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (major === 'qt  ') return 'mov'
  if (/^(he[ivm]|mif1|msf1|M4A|M4B|crx)/.test(major)) return null
  return brands.some((brand) => VIDEO_BRAND.test(brand)) ? 'mp4' : null
}

const IMAGE_KINDS: ReadonlySet<FileKind> = new Set(['png', 'jpg', 'gif', 'webp', 'avif'])

export const isImageKind = (kind: FileKind | null): kind is 'png' | 'jpg' | 'gif' | 'webp' | 'avif' =>
  kind !== null && IMAGE_KINDS.has(kind)
