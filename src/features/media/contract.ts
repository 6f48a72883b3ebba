/** A stored file's name carries what a page must know before the file is loaded. */
export type MediaName = {
  hash: string
  width: number
  height: number
  extension: string
  kind: 'image' | 'video'
}

export const messages = {
  tooLarge: 'File too large',
  wrongKind: 'Invalid file type',
  notYours: 'This file is not one of yours',
} as const

const NAME = /^(?:\/media\/)?([0-9a-f]{64})-(\d{1,5})x(\d{1,5})\.(png|jpg|gif|webp|avif|mp4|webm|mov)$/
const VIDEOS = new Set(['mp4', 'webm', 'mov'])

/** Widths that thumbnails are made in, in pixels. */
export const thumbnailWidths = [320, 800, 1600] as const

/** An example file as a post carries it, read. */
export type Example = MediaName & { file: string }

/** Reads `/media/{sha256}-{width}x{height}.{extension}`, or null for anything else. */
export const readMediaName = (url: string): MediaName | null => {
  const parts = NAME.exec(url)
  if (!parts) return null
  const [, hash = '', width, height, extension = ''] = parts
  return {
    hash,
    width: Number(width),
    height: Number(height),
    extension,
    kind: VIDEOS.has(extension) ? 'video' : 'image',
  }
}

export const writeMediaName = ({ hash, width, height, extension }: Omit<MediaName, 'kind'>): string =>
  `${hash}-${width}x${height}.${extension}`

/** The name behind an address of this site, or null for any other text. */
export const nameOfAddress = (address: string): string | null =>
  address.startsWith('/media/') && readMediaName(address) ? address.slice('/media/'.length) : null
