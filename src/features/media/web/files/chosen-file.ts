import { reducedText } from './reduced-text.ts'

/** A file in a form. `content` is a Blob for a new file, and the URL for one that the post already has. */
export type ChosenFile = {
  id: string
  name: string
  kind: 'image' | 'video'
  content: Blob | string
  /** The original size in bytes, if the browser reduced the file because it was over the limit. */
  reducedFrom?: number
}

/** Describes how much the browser reduced an image. Returns null if the original was within the limit. */
export const reductionOf = ({ name, content, reducedFrom }: ChosenFile): string | null =>
  reducedFrom === undefined || typeof content === 'string'
    ? null
    : reducedText(name, reducedFrom, content.size)

/** Returns the list with one item moved to another index. */
export const moved = <T>(files: readonly T[], from: number, to: number): readonly T[] => {
  const file = files[from]
  if (file === undefined || to < 0 || to >= files.length || from === to) return files
  return files.toSpliced(from, 1).toSpliced(to, 0, file)
}

/**
 * The files as a post sends them, in order: data strings of new files, URLs of stored ones
 * (docs/spec/data.md#posts).
 */
export const toSend = (files: readonly ChosenFile[]): Promise<string[]> =>
  Promise.all(files.map(({ content }) => (typeof content === 'string' ? content : dataStringOf(content))))

const dataStringOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
