/** A sentence exactly as written, and the whitespace before it. */
export type Sentence = { text: string; gap: string }

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|no|approx|z\.b|d\.h|bzw|u\.s|st)\.$/i
const OPENING = '([{“«「'
const CLOSING = ')]}”»」'

/**
 * Splits prose into sentences, never inside quotation marks or brackets. The sentences with their gaps add up
 * to the text again, except for whitespace at its ends. Runs in linear time.
 */
export const sentencesOf = (text: string): Sentence[] => {
  const sentences: Sentence[] = []
  let start = 0
  let gap = ''
  let depth = 0
  let isQuoted = false
  const cutAt = (index: number) => {
    const sentence = text.slice(start, index).trim()
    if (sentence) sentences.push({ text: sentence, gap })
    else if (sentences.length === 0) return
    const whitespace = /^\s+/.exec(text.slice(index, index + 400))
    gap = whitespace?.[0] ?? ''
    start = index + gap.length
  }
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === '"') isQuoted = !isQuoted
    else if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char)) depth = Math.max(0, depth - 1)
    else if (char === '\n') {
      // An unclosed quotation or bracket ends with its line.
      isQuoted = false
      depth = 0
      if (index >= start) cutAt(index)
      continue
    }
    if (depth > 0 || isQuoted) continue
    if (isEnd(text, index) && !ABBREVIATION.test(text.slice(Math.max(start, index - 8), index + 1)))
      cutAt(index + 1)
  }
  cutAt(text.length)
  return sentences
}

const isEnd = (text: string, index: number): boolean => {
  const char = text[index] ?? ''
  if ('。！？'.includes(char)) return true
  const isStop = '.!?'.includes(char) || ('"”)'.includes(char) && '.!?'.includes(text[index - 1] ?? ' '))
  return isStop && /^\s+[\p{Lu}\p{N}"“'¿¡(]/u.test(text.slice(index + 1, index + 6))
}
