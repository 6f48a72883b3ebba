import { limits } from '#core/limits.ts'
import { truncateText } from '#core/text.ts'

const MIN_LENGTH = 12
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Generates a plain-text description for a prompt that has none, from its first sentences or words. Uses only
 * the part that visitors can read, never the hidden rest (docs/spec/privacy.md#prompts).
 */
export const generatePromptDescription = (prompt: string, title: string): string => {
  const visible = truncateText(prompt, limits.promptForVisitors)
  if (/^\s*[{[]\s*["'{]/u.test(visible)) return `A structured prompt for “${title}”.`
  const isWhole = visible.length === prompt.length
  const text = plainText(visible)
  const description = isWhole ? text : (wholeSentences(text) ?? wholeWords(text))
  return description.length < MIN_LENGTH ||
    /^[\W_]*$/u.test(description.normalize('NFKD').replace(/\p{L}/gu, 'x'))
    ? `A prompt for “${title}”.`
    : capitalised(description.replace(/^I want you to (?=\p{L})/iu, ''))
}

/** Removes markup, the punctuation of data formats and the syntax of blanks, but keeps the words inside. */
const plainText = (text: string): string =>
  text
    .replace(/<!--|-->|<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/\$\{([^}:]*)(?::([^}]*))?\}/gu, (_, name: string, preset?: string) => preset || name)
    .replace(/\$\{[^}]*$/u, ' ')
    .replace(/[{}[\]"`*#>|=~\\]+/gu, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/ ([,.:;!?])/gu, '$1')
    .replace(/^[\s\p{P}]+/u, '')
    .trim()

const wholeSentences = (text: string): string | null => {
  const parts = [...sentences.segment(text)].map((part) => part.segment)
  const last = parts.at(-1) ?? ''
  const complete = (/[.!?。！？]\s*$/u.test(last) ? parts : parts.slice(0, -1)).join('').trim()
  return complete.length >= MIN_LENGTH * 2 ? complete : null
}

/**
 * Drops the last word, which may have been cut off. Text in scripts without spaces is split with the help of
 * a dictionary.
 */
const wholeWords = (text: string): string => {
  const parts = [...words.segment(text)]
  const lastIndex = parts.findLastIndex((part) => part.isWordLike)
  const whole = lastIndex > 0 ? text.slice(0, parts[lastIndex]?.index) : text
  return `${whole.replace(/[\s\p{P}]+$/u, '')}…`
}

const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
