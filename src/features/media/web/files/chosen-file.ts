import { parseMediaName } from '#core/media-name.ts'
import { fileTexts } from './texts.ts'

const MEGABYTE = 1024 * 1024

/**
 * Describes an image's size before and after it was reduced. Sizes are in mebibytes, the unit of the limit.
 */
export const describeSizeReduction = (file: string, fromBytes: number, toBytes: number): string =>
  // The original size is rounded up, so that an image just over the limit is not described as 5.0 MB.
  `${file} was reduced from ${tenths(Math.ceil((fromBytes * 10) / MEGABYTE))} MB to ${tenths(
    Math.max(1, Math.round((toBytes * 10) / MEGABYTE)),
  )} MB`

const tenths = (count: number): string => (count / 10).toFixed(1)

/** Converts a post's stored files to the files of a form. */
export const toChosenFiles = (urls: readonly string[]): ChosenFile[] =>
  urls.map((url, index) => ({
    id: url,
    name: fileTexts.existing(index + 1),
    kind: parseMediaName(url)?.kind ?? 'image',
    content: url,
  }))

/** A file in a form. `content` is a Blob for a new file, or the URL of one that the post already has. */
export type ChosenFile = {
  id: string
  name: string
  kind: 'image' | 'video'
  content: Blob | string
  /** The original size in bytes, if the browser reduced the file because it was over the limit. */
  originalBytes?: number
  /** True for an animated PNG or AVIF, of which only the first frame is uploaded. */
  losesAnimation?: boolean
}

/**
 * Describes the image's size before and after the browser reduced it. Returns null if the original was within
 * the limit.
 */
const describeFileReduction = ({ name, content, originalBytes: reducedFrom }: ChosenFile): string | null =>
  reducedFrom === undefined || typeof content === 'string'
    ? null
    : describeSizeReduction(name, reducedFrom, content.size)

/** Lists what the browser changed about a file, for its author to see before publishing. */
export const describeChanges = (file: ChosenFile): string[] => {
  const reduction = describeFileReduction(file)
  return [...(reduction ? [reduction] : []), ...(file.losesAnimation ? [fileTexts.losesAnimation] : [])]
}

/** Returns the list with one item moved to another index. */
export const moveItem = <T>(files: readonly T[], from: number, to: number): readonly T[] => {
  const file = files[from]
  if (file === undefined || to < 0 || to >= files.length || from === to) return files
  return files.toSpliced(from, 1).toSpliced(to, 0, file)
}
