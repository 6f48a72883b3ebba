/** The parts of a stored file's name, which describe the file before it is loaded. */
export type MediaName = {
  hash: string
  width: number
  height: number
  extension: string
  kind: 'image' | 'video'
}

const NAME = /^(?:\/media\/)?([0-9a-f]{64})-(\d{1,5})x(\d{1,5})\.(png|jpg|gif|webp|avif|mp4|webm|mov)$/
const VIDEOS = new Set(['mp4', 'webm', 'mov'])

/** Parses `/media/{sha256}-{width}x{height}.{extension}`. Returns null for anything else. */
export const parseMediaName = (url: string): MediaName | null => {
  const match = NAME.exec(url)
  if (!match) return null
  const [, hash = '', width, height, extension = ''] = match
  return {
    hash,
    width: Number(width),
    height: Number(height),
    extension,
    kind: VIDEOS.has(extension) ? 'video' : 'image',
  }
}

export const formatMediaName = ({ hash, width, height, extension }: Omit<MediaName, 'kind'>): string =>
  `${hash}-${width}x${height}.${extension}`

/** Returns the file name from one of this site's media URLs, or null for any other text. */
export const getMediaName = (url: string): string | null =>
  url.startsWith('/media/') && parseMediaName(url) ? url.slice('/media/'.length) : null
