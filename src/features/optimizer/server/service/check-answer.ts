import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { type ToOptimize, variablesIn } from '../to-optimize.ts'

/** A first line that speaks to the person instead of being the prompt. Bounded, and read on that line alone. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok)\b[^\n:]{0,80}[!.,:]\s*)?(?:here(?:'s| is| are)\b[^\n]{0,120}|(?:the |your )?(?:optimized|improved|refined|rewritten|revised) (?:version of the )?prompt\b[^\n]{0,40}):[ \t]*$/i
const POLITE = /^(?:sure|certainly|of course|absolutely)\b[^\n]{0,80}[!.:][ \t]*$/i

/** The answer without what belongs to the conversation around it: marks, a preamble, a fence around the whole. */
export const tidyAnswer = (answer: string, marks: readonly string[], { prompt }: ToOptimize): string => {
  let text = cleanText(answer)
  text = cleanText(
    text
      .split('\n')
      .filter((line) => !marks.includes(line.trim()))
      .join('\n'),
  )
  text = withoutPreamble(text)
  return withoutPreamble(prompt.startsWith('```') ? text : withoutFence(text))
}

/** What is wrong with it, in words that the service can be told; `null` when nothing is. */
export const faultOf = (text: string, secret: string, asked: ToOptimize): string | null => {
  if (!text) return 'it is empty'
  if (countCharacters(text) > limits.optimizedPrompt)
    return `it is longer than ${limits.optimizedPrompt} characters`
  if (text.includes(secret)) return 'it contains the marks around the data'
  if (PREAMBLE.test(firstLineOf(text))) return 'it begins with words to the reader'
  const kept = new Set(variablesIn(text))
  const lost = variablesIn(asked.prompt).filter((variable) => !kept.has(variable))
  return lost.length ? `these placeholders are missing: ${lost.slice(0, 40).join(' ')}` : null
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]?.trim() ?? ''

const withoutPreamble = (text: string): string => {
  const first = firstLineOf(text)
  if (first.length > 250 || first.length === text.length) return text
  return PREAMBLE.test(first) || POLITE.test(first) ? text.slice(text.indexOf('\n')).trim() : text
}

const withoutFence = (text: string): string => {
  const open = /^```[a-z]{0,12}[ \t]*\n/i.exec(text)
  if (!open || !text.endsWith('\n```')) return text
  const inside = text.slice(open[0].length, -4)
  // More than one block: the fences belong to the prompt.
  return inside.includes('```') ? text : inside.trim()
}
