import { limits } from '#core/limits.ts'
import { cutText } from '#core/text.ts'

const SHORTEST = 12
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * A plain description for a prompt that comes without one: its first sentences, or its first words.
 * It is made from what a visitor may read of the prompt, never from the hidden rest (section 9).
 */
export const describePrompt = (prompt: string, title: string): string => {
  const visible = cutText(prompt, limits.promptVisitor)
  if (/^\s*[{[]\s*["'{]/u.test(visible)) return `A structured prompt for “${title}”.`
  const isWhole = visible.length === prompt.length
  const text = plainText(visible)
  const described = isWhole ? text : (wholeSentences(text) ?? wholeWords(text))
  return described.length < SHORTEST || /^[\W_]*$/u.test(described.normalize('NFKD').replace(/\p{L}/gu, 'x'))
    ? `A prompt for “${title}”.`
    : capitalised(described.replace(/^I want you to (?=\p{L})/iu, ''))
}

/** Markup, quotes of data formats and placeholders' syntax go; their words stay. */
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
  return complete.length >= SHORTEST * 2 ? complete : null
}

/** The text may end inside a word, so its last word goes; scripts without spaces are split by dictionary. */
const wholeWords = (text: string): string => {
  const parts = [...words.segment(text)]
  const last = parts.findLastIndex((part) => part.isWordLike)
  const kept = last > 0 ? text.slice(0, parts[last]?.index) : text
  return `${kept.replace(/[\s\p{P}]+$/u, '')}…`
}

const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
