/** A text's layout, which determines how much the rules may restructure it. */
export type TextLayout = 'json' | 'structured' | 'prose'

/** The maximum length of prose; longer text counts as structured. */
const MAX_PROSE_LENGTH = 1_400
const HEADING =
  /^\s{0,3}(?:#{1,6}\s|\*\*[^*\n]{1,80}\*\*:?\s*$|<[a-z][\w-]{0,40}>|\[[A-Z][^\]\n]{0,40}\]\s*$|[^\n.!?:]{1,60}:\s*$)/iu
const LIST_LINE = /^\s{0,12}(?:[-*•–]\s|\d{1,3}[.)]\s)/

export const detectLayout = (text: string): TextLayout => {
  if (isJsonObject(text)) return 'json'
  if (text.length > MAX_PROSE_LENGTH || text.includes('```')) return 'structured'
  const lines = text.split('\n')
  const structured = lines.filter((line) => HEADING.test(line) || LIST_LINE.test(line))
  return structured.length >= 2 ? 'structured' : 'prose'
}

/** Returns whether the author marks parts of the text with XML-like tags. */
export const hasXmlTags = (text: string): boolean =>
  [...text.matchAll(/<\/([a-z][\w-]{1,30})>/gi)].slice(0, 20).some(([, name]) => text.includes(`<${name}>`))

const isJsonObject = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return false
  try {
    return Object.keys(JSON.parse(text) as object).length > 0
  } catch {
    return false
  }
}
