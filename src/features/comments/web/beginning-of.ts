import { cutText } from '#core/text.ts'

/**
 * Up to so many characters a comment is shown whole: a hundred on a page are then 100,000 of Markdown at
 * most.
 */
export const LONGEST_WHOLE = 1_000
const SHOWN = 800

/**
 * What is shown of a long comment, up to the end of a line or a word where one is near; null where it is not
 * long.
 */
export const beginningOf = (content: string): string | null => {
  if (cutText(content, LONGEST_WHOLE) === content) return null
  const cut = cutText(content, SHOWN)
  const end = [cut.lastIndexOf('\n'), cut.search(/\s\S*$/)].find((at) => at > SHOWN / 2)
  return `${cut.slice(0, end).trimEnd()} …`
}
