import { reducedText } from './reduced-text.ts'

/** A file in a form: a new one with its bytes, or one the post has already, by its address. */
export type ChosenFile = {
  id: string
  name: string
  kind: 'image' | 'video'
  content: Blob | string
  /** The bytes it had before the browser made it smaller, if it was over the limit. */
  reducedFrom?: number
}

/** Says how much smaller the browser made the picture; null if the picture is as it was chosen, or nearly so. */
export const reductionOf = ({ name, content, reducedFrom }: ChosenFile): string | null =>
  reducedFrom === undefined || typeof content === 'string'
    ? null
    : reducedText(name, reducedFrom, content.size)

/** The list with one file at another place. */
export const moved = <T>(files: readonly T[], from: number, to: number): readonly T[] => {
  const file = files[from]
  if (file === undefined || to < 0 || to >= files.length || from === to) return files
  return files.toSpliced(from, 1).toSpliced(to, 0, file)
}

/** Files as a post is sent with them: data strings of new ones, addresses of kept ones, in order (section 3). */
export const toSend = (files: readonly ChosenFile[]): Promise<string[]> =>
  Promise.all(files.map(({ content }) => (typeof content === 'string' ? content : dataStringOf(content))))

const dataStringOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
