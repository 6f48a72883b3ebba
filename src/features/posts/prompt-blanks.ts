/**
 * A blank in a prompt for the reader to fill in. `fallback` is used while the blank is empty. `choices` are the
 * values to choose from, of which the first is the fallback.
 */
export type Blank = { name: string; fallback: string; choices?: string[] }

/** The reader's input, keyed by blank name. */
export type BlankValues = Readonly<Record<string, string>>

/** Part of a prompt as the author wrote it: either the text between two blanks, or one blank. */
export type PromptSegment = { written: string; blank?: Blank }

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
  return choices.length > 1 ? { name, fallback: choices[0] ?? '', choices } : { name, fallback: written }
}

/**
 * Splits a prompt into text and blanks, in order. A blank is `${name}`, `${name:default}` or `${name:one|another}`, or
 * has double braces: `{{name}}`, `{{name: default}}`. All blanks with the same name share the first default written for
 * it.
 */
export const splitPrompt = (prompt: string): PromptSegment[] => {
  const found = new Map<string, Blank>()
  const segments: PromptSegment[] = []
  let end = 0
  for (const match of prompt.matchAll(pattern())) {
    const blank = toBlank(match.groups as PatternGroups)
    const known = found.get(blank.name)
    if (!known) found.set(blank.name, blank)
    else if (!known.fallback) Object.assign(known, blank)
    if (match.index > end) segments.push({ written: prompt.slice(end, match.index) })
    segments.push({ written: match[0], blank: known ?? blank })
    end = match.index + match[0].length
  }
  if (end < prompt.length) segments.push({ written: prompt.slice(end) })
  return segments
}

/**
 * Splits a truncated prompt. If the prompt ends inside a blank, the beginning of that blank is a blank that is shown as
 * written.
 */
export const splitTruncatedPrompt = (prompt: string): PromptSegment[] => {
  const segments = splitPrompt(prompt)
  const last = segments.at(-1)
  const start = last && !last.blank ? last.written.search(UNCLOSED) : -1
  if (!last || start < 0) return segments
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

/** Fills in the blanks. A blank with neither a value nor a default stays as written. */
export const fillPrompt = (segments: readonly PromptSegment[], filled: BlankValues): string =>
  segments.map(({ written, blank }) => (blank && getBlankValue(blank, filled)) || written).join('')

/** Converts a blank's name to a label: `function_name` and `functionName` both become 'Function name'. */
export const getBlankLabel = (name: string): string => {
  const words = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .split(/[_ ]+/)
    .filter(Boolean)
  // An all-caps name is a constant. Capitals within any other name belong to an abbreviation or a proper
  // name.
  const isConstant = words.length > 1 && name === name.toUpperCase()
  const isCamelCase = !/[_ ]/.test(name)
  const label = words
    .map((word) => (isConstant || (isCamelCase && word !== word.toUpperCase()) ? word.toLowerCase() : word))
    .join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1) || name
}
