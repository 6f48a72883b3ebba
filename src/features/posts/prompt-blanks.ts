/** A blank in a prompt for the reader to fill in. `fallback` is used while the blank is empty. */
export type Blank = { name: string; fallback: string }

/** The reader's input, keyed by blank name. */
export type BlankValues = Readonly<Record<string, string>>

// A name begins with a letter and has no dots or brackets: `${user.id}` and `{{#each}}` are code, not blanks.
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_ '/-]{0,59}`
const FALLBACK = String.raw`[^{}\n]{0,300}`
const pattern = () =>
  new RegExp(
    String.raw`\$\{(?<a>${NAME})(?::(?<b>${FALLBACK}))?\}|(?<!\{)\{\{[ ]?(?<c>${NAME})(?::(?<d>${FALLBACK}))?\}\}(?!\})`,
    'gu',
  )

type PatternGroups = { a?: string; b?: string; c?: string; d?: string }

const toBlank = ({ a, b, c, d }: PatternGroups): Blank => ({
  name: (a ?? c ?? '').trim(),
  fallback: (b ?? d ?? '').trim(),
})

/**
 * A prompt's blanks in the order of their first appearance: `${name}`, `${name:default}`, `{{name}}`,
 * `{{name: default}}`.
 */
export const findBlanks = (prompt: string): Blank[] => {
  const found = new Map<string, Blank>()
  for (const { groups } of prompt.matchAll(pattern())) {
    const blank = toBlank(groups as PatternGroups)
    const existing = found.get(blank.name)
    if (!existing) found.set(blank.name, blank)
    else if (!existing.fallback) existing.fallback = blank.fallback
  }
  return [...found.values()]
}

/** Fills in the blanks. A blank with neither a value nor a default stays as written. */
export const fillPrompt = (prompt: string, filled: BlankValues): string => {
  const fallbacks = new Map(findBlanks(prompt).map(({ name, fallback }) => [name, fallback]))
  return prompt.replace(pattern(), (whole, ...rest) => {
    const { name } = toBlank(rest.at(-1) as PatternGroups)
    return (Object.hasOwn(filled, name) && filled[name]) || fallbacks.get(name) || whole
  })
}
