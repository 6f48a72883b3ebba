/**
 * A blank in a prompt for the reader to fill in. `fallback` is used while the blank is empty. `choices` are the
 * values to choose from, of which the first is the fallback; without a fallback, they are suggestions for an optional
 * blank.
 */
export type Blank = { name: string; fallback: string; choices?: string[] }

/** The reader's input, keyed by blank name. */
export type BlankValues = Readonly<Record<string, string>>

/**
 * Part of a prompt as the author wrote it: either the text between two blanks, or one blank. `text` is what readers see
 * and copy where it differs: an escaped blank without its backslash. With a `role`, it begins a message.
 */
export type PromptSegment = {
  written: string
  blank?: Blank
  text?: string
  role?: 'system' | 'user' | 'assistant'
}

/** Where a prompt has blanks: outside fenced code blocks (`text`), everywhere, or nowhere. */
export type BlankPlaces = 'text' | 'everywhere' | 'nowhere'

// A name begins with a letter and has no dots or brackets: `${user.id}` and `{{#each}}` are code, not blanks.
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_ '/-]{0,59}`
const FALLBACK = String.raw`[^{}\n]{0,300}`
const pattern = () =>
  new RegExp(
    String.raw`\$\{(?<a>${NAME})(?::(?<b>${FALLBACK}))?\}|(?<!\{)\{\{[ ]?(?<c>${NAME})(?::(?<d>${FALLBACK}))?\}\}(?!\})`,
    'gu',
  )

/** Matches an unclosed blank at the end of a truncated prompt, such as `${name:def` or `{{name}`. */
const UNCLOSED = new RegExp(
  String.raw`(?:\$\{(?:${NAME}(?::${FALLBACK})?)?|(?<!\{)\{\{[ ]?(?:${NAME}(?::${FALLBACK})?\}?)?)$`,
  'u',
)

type PatternGroups = { a?: string; b?: string; c?: string; d?: string }

const toBlank = ({ a, b, c, d }: PatternGroups): Blank => {
  const name = (a ?? c ?? '').trim()
  const written = (b ?? d ?? '').trim()
  const choices = [...new Set(written.split('|').map((choice) => choice.trim()))].filter(Boolean)
  if (choices.length < 2) return { name, fallback: written }
  return { name, fallback: written.startsWith('|') ? '' : (choices[0] ?? ''), choices }
}

/**
 * Splits a prompt into text and blanks, in order. A blank is `${name}`, `${name:default}`, `${name:one|another}` or, if
 * it is optional, `${name:|one|another}`, or has double braces: `{{name}}`, `{{name: default}}`. All blanks with the same name share the first default written for
 * it. A backslash before a blank makes it text. In fenced code blocks, nothing is a blank or an escape unless `places` is
 * `everywhere`. `found` has the blanks of the parts before.
 */
export const splitPrompt = (
  prompt: string,
  places: BlankPlaces = 'text',
  found = new Map<string, Blank>(),
): PromptSegment[] => {
  if (places === 'nowhere') return prompt ? [{ written: prompt }] : []
  const isInCode = places === 'text' ? createCodeDetector(prompt) : () => false
  const segments: PromptSegment[] = []
  let end = 0
  let texEnd = -1
  const addTextUntil = (start: number) => {
    if (start > end) segments.push({ written: prompt.slice(end, start) })
    end = start
  }
  for (const match of prompt.matchAll(pattern())) {
    const { index, 0: written } = match
    if (isInCode(index)) continue
    if (isEscaped(prompt, index)) {
      addTextUntil(index - 1)
      end = index + written.length
      segments.push({ written: `\\${written}`, text: written })
    } else if (isTex(prompt, index, written, texEnd)) texEnd = index + written.length
    else {
      const blank = toBlank(match.groups as PatternGroups)
      const known = found.get(blank.name)
      if (!known) found.set(blank.name, blank)
      else if (!known.fallback && !known.choices) Object.assign(known, blank)
      addTextUntil(index)
      end = index + written.length
      segments.push({ written, blank: known ?? blank })
    }
  }
  addTextUntil(prompt.length)
  return segments
}

/** Returns whether an odd number of backslashes, so one that is not escaped itself, precedes the blank. */
const isEscaped = (prompt: string, index: number): boolean => {
  let start = index
  while (prompt[start - 1] === '\\') start -= 1
  return (index - start) % 2 === 1
}

const TEX_LENGTH = 120
/** Matches a TeX command with its first arguments, such as `\frac{a}`, directly before another argument. */
const TEX_COMMAND = /^\\[A-Za-z]+\*?(?:\[[^\]\n]*\]|\{\{?[^{}\n]*\}\}?)*[_^]?$/
/** Matches the rest of TeX mathematics up to the `$` that closes it, but no price such as `$5` or `$${price}`. */
const CLOSING_DOLLAR = /^\}[^\n$]{0,200}(?<!\s)\$(?!\$?\{|\d)/

/**
 * Returns whether the braces are TeX's: an argument of a command (`\frac{{a}}{{b}}`), a superscript or subscript
 * (`x^{{2}}`), or a group that begins mathematics (`$${x}$`). `texEnd` is where the previous group of TeX ended.
 */
const isTex = (prompt: string, index: number, written: string, texEnd: number): boolean => {
  const end = index + written.length
  if (written.startsWith('$'))
    return prompt[index - 1] === '$' && CLOSING_DOLLAR.test(prompt.slice(end - 1, end + TEX_LENGTH * 2))
  if (index === texEnd) return true
  const before = prompt.slice(Math.max(0, index - TEX_LENGTH), index)
  const command = before.lastIndexOf('\\')
  return (
    /\^$|(?:^|[^\p{L}\p{N}_])\p{L}_$/u.test(before.slice(-3)) ||
    (command >= 0 && TEX_COMMAND.test(before.slice(command)))
  )
}

const FENCE = /^[ \t>]*(`{3,}(?=[^`\n]*$)|~{3,})/gm

/**
 * Returns a function that tells whether an index is in a fenced code block. The indexes must not decrease between calls.
 * A block that is not closed extends to the end, as in Markdown.
 */
const createCodeDetector = (prompt: string): ((index: number) => boolean) => {
  const blocks = findCodeBlocks(prompt)
  let next = 0
  return (index) => {
    while ((blocks[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1
    return (blocks[next]?.start ?? Number.POSITIVE_INFINITY) <= index
  }
}

const findCodeBlocks = (prompt: string): { start: number; end: number }[] => {
  const blocks: { start: number; end: number }[] = []
  let open: { start: number; fence: string } | null = null
  for (const { index, 0: line, 1: fence = '' } of prompt.matchAll(FENCE)) {
    if (!open) open = { start: index, fence }
    else if (fence.startsWith(open.fence) && isBlankLine(prompt, index + line.length)) {
      blocks.push({ start: open.start, end: index + line.length })
      open = null
    }
  }
  return open ? [...blocks, { start: open.start, end: prompt.length }] : blocks
}

const isBlankLine = (prompt: string, from: number): boolean =>
  /^[ \t\r]*(?:\n|$)/.test(prompt.slice(from, from + 200))

/**
 * Splits a truncated prompt. If the prompt ends inside a blank, the beginning of that blank is a blank that is shown as
 * written.
 */
export const splitTruncatedPrompt = (
  prompt: string,
  places: BlankPlaces = 'text',
  found = new Map<string, Blank>(),
): PromptSegment[] => {
  const segments = splitPrompt(prompt, places, found)
  const last = segments.at(-1)
  const start = last?.written.search(UNCLOSED) ?? -1
  if (!last || start < 0 || places === 'nowhere') return segments
  const index = prompt.length - last.written.length + start
  if (isEscaped(prompt, index) || (places === 'text' && createCodeDetector(prompt)(index))) return segments
  const before = last.written.slice(0, start)
  const unclosed = { written: last.written.slice(start), blank: { name: '', fallback: '' } }
  return [...segments.slice(0, -1), ...(before ? [{ written: before }] : []), unclosed]
}

/** Returns the distinct blanks of a split prompt, in the order in which they first appear. */
export const getDistinctBlanks = (segments: readonly PromptSegment[]): Blank[] => [
  ...new Set(segments.flatMap(({ blank }) => blank ?? [])),
]

/**
 * Returns the value that the reader has filled in or, failing that, the default. An unfilled blank without a
 * default yields ''.
 */
export const getBlankValue = ({ name, fallback }: Blank, filled: BlankValues): string =>
  (Object.hasOwn(filled, name) && filled[name]) || fallback

/** A blank without a default must be filled in, unless its author made it optional by a list of suggestions. */
export const isRequiredBlank = ({ fallback, choices }: Blank): boolean => fallback === '' && !choices

/** Stands for an unanswered optional blank. It is a noncharacter of Unicode. */
const UNANSWERED = '\uFDD0'

/**
 * Fills in the blanks. An optional blank without a value is left out, with its line if that says nothing else. Any other
 * blank with neither a value nor a default stays as written.
 */
export const fillPrompt = (segments: readonly PromptSegment[], filled: BlankValues): string => {
  const prompt = segments
    .map(
      ({ written, blank, text }) =>
        (blank && (getBlankValue(blank, filled) || (blank.choices && UNANSWERED))) || (text ?? written),
    )
    .join('')
  return prompt.includes(UNANSWERED) ? leaveOutUnanswered(prompt) : prompt
}

const leaveOutUnanswered = (prompt: string): string =>
  prompt
    // A line with nothing but a label and unanswered blanks becomes one such blank.
    .replace(
      /^[ \t]*(?:[-*•] )?(?:[^\n:：\uFDD0]{1,60}[:：][*_]{0,2} ?)?\uFDD0(?:[,;| ]{0,3}\uFDD0)*[,;.]?$/gm,
      UNANSWERED,
    )
    // So does a heading or a pair of tags with nothing but such lines.
    .replace(
      /^#{1,6} .*\n+(?:\uFDD0\n+)*\uFDD0(?=\n*(?:#{1,6} |(?![\s\S])))|^<(\w+)>\n(?:\uFDD0\n)+<\/\1>$/gm,
      UNANSWERED,
    )
    // These lines go, with the empty lines before them if no text follows directly.
    .replace(/(?<!^\uFDD0\n)(?:^\uFDD0\n)+(?=[^\n\uFDD0])/gm, '')
    .replace(/(?<!\n)\n*^\uFDD0$/gm, '')
    // Within a line, a blank goes with the sign that separates it.
    .replace(/(^|[:：] ?)(?:\uFDD0[,;|]? ?)+/gm, '$1')
    .replace(/ ?[,;|]? ?\uFDD0/g, '')

const ABBREVIATIONS = new Set(
  'ai api b2b ceo css csv cta cv diy faq hr html id js json kpi llm pdf roi seo sku sql ui url usp ux xml'.split(
    ' ',
  ),
)

/** Converts a blank's name to words: `target_job` and `targetJob` both become 'target job', and `cv` 'CV'. */
export const getBlankWords = (name: string): string => {
  const words = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .split(/[_ ]/)
    .filter(Boolean)
  // An all-caps name is a constant. Capitals within any other name belong to an abbreviation or a proper
  // name.
  const isConstant = words.length > 1 && name === name.toUpperCase()
  const isCamelCase = !/[_ ]/.test(name)
  return (
    words
      .map((word) => {
        if (ABBREVIATIONS.has(word.toLowerCase())) return word.toUpperCase()
        return isConstant || (isCamelCase && word !== word.toUpperCase()) ? word.toLowerCase() : word
      })
      .join(' ') || name
  )
}

/** Converts a blank's name to a label, such as 'Target job'. */
export const getBlankLabel = (name: string): string => {
  const words = getBlankWords(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
