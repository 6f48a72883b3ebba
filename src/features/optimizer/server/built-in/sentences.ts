/** A sentence as its author wrote it, and the white space before it. */
export type Sentence = { text: string; gap: string }

const SHORTENED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|no|approx|z\.b|d\.h|bzw|u\.s|st)\.$/i
const OPEN = '([{“«「'
const CLOSE = ')]}”»」'

/**
 * Cuts prose into sentences, never inside quotation marks or brackets. Joined with their gaps they are the text again,
 * but for white space at its ends. One pass, whatever the text.
 */
export const sentencesOf = (text: string): Sentence[] => {
  const found: Sentence[] = []
  let from = 0
  let gap = ''
  let depth = 0
  let isQuoted = false
  const cutAt = (at: number) => {
    const sentence = text.slice(from, at).trim()
    if (sentence) found.push({ text: sentence, gap })
    else if (found.length === 0) return
    const rest = /^\s+/.exec(text.slice(at, at + 400))
    gap = rest?.[0] ?? ''
    from = at + gap.length
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '"') isQuoted = !isQuoted
    else if (OPEN.includes(char)) depth += 1
    else if (CLOSE.includes(char)) depth = Math.max(0, depth - 1)
    else if (char === '\n') {
      // Whoever forgot to close a quotation closed it here.
      isQuoted = false
      depth = 0
      if (at >= from) cutAt(at)
      continue
    }
    if (depth > 0 || isQuoted) continue
    if (isEnd(text, at) && !SHORTENED.test(text.slice(Math.max(from, at - 8), at + 1))) cutAt(at + 1)
  }
  cutAt(text.length)
  return found
}

const isEnd = (text: string, at: number): boolean => {
  const char = text[at] ?? ''
  if ('。！？'.includes(char)) return true
  const isStop = '.!?'.includes(char) || ('"”)'.includes(char) && '.!?'.includes(text[at - 1] ?? ' '))
  return isStop && /^\s+[\p{Lu}\p{N}"“'¿¡(]/u.test(text.slice(at + 1, at + 6))
}
