import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { extractBlanks, type OptimizationInput } from '../optimization-input.ts'

/**
 * Matches a first line that addresses the reader instead of being part of the prompt. The pattern's length is
 * bounded, and it is tested only on that line.
 */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok)\b[^\n:]{0,80}[!.,:]\s*)?(?:here(?:'s| is| are)\b[^\n]{0,120}|(?:the |your )?(?:optimized|improved|refined|rewritten|revised) (?:version of the )?prompt\b[^\n]{0,40}):[ \t]*$/i
const POLITE = /^(?:sure|certainly|of course|absolutely)\b[^\n]{0,80}[!.:][ \t]*$/i

/**
 * Removes everything that is not part of the prompt: delimiters, a preamble, and a code fence around the whole text.
 */
export const cleanResponse = (
  answer: string,
  delimiters: readonly string[],
  { prompt }: OptimizationInput,
): string => {
  let text = cleanText(answer)
  text = cleanText(
    text
      .split('\n')
      .filter((line) => !delimiters.includes(line.trim()))
      .join('\n'),
  )
  text = removePreamble(text)
  return removePreamble(prompt.startsWith('```') ? text : removeFence(text))
}

/**
 * Returns the reason why the text is unusable, worded for the repair request to the service, or null if the
 * text is valid.
 */
export const validateResponse = (text: string, secret: string, input: OptimizationInput): string | null => {
  if (!text) return 'it is empty'
  if (countCharacters(text) > limits.optimizedPrompt)
    return `it is longer than ${limits.optimizedPrompt} characters`
  if (text.includes(secret)) return 'it contains the marks around the data'
  if (PREAMBLE.test(firstLineOf(text))) return 'it begins with words to the reader'
  const present = new Set(extractBlanks(text))
  const missing = extractBlanks(input.prompt).filter((blank) => !present.has(blank))
  return missing.length ? `these placeholders are missing: ${missing.slice(0, 40).join(' ')}` : null
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]?.trim() ?? ''

const removePreamble = (text: string): string => {
  const first = firstLineOf(text)
  if (first.length > 250 || first.length === text.length) return text
  return PREAMBLE.test(first) || POLITE.test(first) ? text.slice(text.indexOf('\n')).trim() : text
}

const removeFence = (text: string): string => {
  const open = /^```[a-z]{0,12}[ \t]*\n/i.exec(text)
  if (!open || !text.endsWith('\n```')) return text
  const inside = text.slice(open[0].length, -4)
  // A second code block means that the fences are part of the prompt.
  return inside.includes('```') ? text : inside.trim()
}
