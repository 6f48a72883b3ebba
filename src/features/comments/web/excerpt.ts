import { truncateText } from '#core/text.ts'

/**
 * The maximum length, in characters, of comments that are shown in full. Limits a page of 100 comments to 100,000
 * characters of Markdown.
 */
export const MAX_UNTRUNCATED_LENGTH = 1_000
const EXCERPT_LENGTH = 800

/**
 * Returns an excerpt of a long comment, cut at the end of a line or a word if possible; null if the comment
 * is not long.
 */
export const getCommentExcerpt = (content: string): string | null => {
  if (truncateText(content, MAX_UNTRUNCATED_LENGTH) === content) return null
  const cut = truncateText(content, EXCERPT_LENGTH)
  const end = [cut.lastIndexOf('\n'), cut.search(/\s\S*$/)].find((index) => index > EXCERPT_LENGTH / 2)
  return `${cut.slice(0, end).trimEnd()} …`
}
