import type { PictureKind, VideoKind } from '#server/media/picture.ts'

export type FileKind = PictureKind | VideoKind

const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** What the bytes begin as, whatever their name or declared type says; null for what the site does not take. */
export const kindOf = (bytes: Buffer): FileKind | null => {
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpg'
  if (starts(bytes, 0, 'GIF87a') || starts(bytes, 0, 'GIF89a')) return 'gif'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp'
  if (starts(bytes, 0, '\x1aE\xdf\xa3')) return 'webm'
  if (bytes.length >= 16 && starts(bytes, 4, 'ftyp')) return isoKind(bytes)
  return null
}

const VIDEO_BRAND = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|msdh|msnv|mmp4|3gp\d|f4v )$/

/** Files of the ISO family (ISO/IEC 14496-12) say in their brands what they are; HEIC and audio are not for us. */
const isoKind = (bytes: Buffer): 'avif' | 'mp4' | 'mov' | null => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const major = bytes.toString('latin1', 8, 12)
  const others: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) others.push(bytes.toString('latin1', at, at + 4))
  const brands = [major, ...others]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (major === 'qt  ') return 'mov'
  if (/^(he[ivm]|mif1|msf1|M4A|M4B|crx)/.test(major)) return null
  return brands.some((brand) => VIDEO_BRAND.test(brand)) ? 'mp4' : null
}

const PICTURES: ReadonlySet<FileKind> = new Set(['png', 'jpg', 'gif', 'webp', 'avif'])

export const isPicture = (kind: FileKind | null): kind is PictureKind => kind !== null && PICTURES.has(kind)

/** MP4 and QuickTime are one family: browsers declare either for both. */
const DECLARED: Readonly<Record<string, readonly FileKind[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg'],
  'image/jpg': ['jpg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'mov'],
  'video/x-m4v': ['mp4'],
  'video/quicktime': ['mov', 'mp4'],
  'video/webm': ['webm'],
}

export const isDeclaredAs = (kind: FileKind, type: string): boolean => DECLARED[type]?.includes(kind) ?? false
