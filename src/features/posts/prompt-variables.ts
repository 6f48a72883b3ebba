/** A place in a prompt that its reader fills in. `fallback` is what stands there where they leave it empty. */
export type Variable = { name: string; fallback: string }

/** What a reader has typed, by the variable's name. */
export type Filled = Readonly<Record<string, string>>

// A name begins with a letter and has no dots or brackets: `${user.id}` and `{{#each}}` are code, not questions.
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_ '/-]{0,59}`
const FALLBACK = String.raw`[^{}\n]{0,300}`
const pattern = () =>
  new RegExp(
    String.raw`\$\{(?<a>${NAME})(?::(?<b>${FALLBACK}))?\}|(?<!\{)\{\{[ ]?(?<c>${NAME})(?::(?<d>${FALLBACK}))?\}\}(?!\})`,
    'gu',
  )

type Found = { a?: string; b?: string; c?: string; d?: string }

const read = ({ a, b, c, d }: Found): Variable => ({
  name: (a ?? c ?? '').trim(),
  fallback: (b ?? d ?? '').trim(),
})

/** The variables of a prompt in the order they first appear: `${name}`, `${name:default}`, `{{name}}`, `{{name: default}}`. */
export const variablesOf = (prompt: string): Variable[] => {
  const found = new Map<string, Variable>()
  for (const { groups } of prompt.matchAll(pattern())) {
    const variable = read(groups as Found)
    const had = found.get(variable.name)
    if (!had) found.set(variable.name, variable)
    else if (!had.fallback) had.fallback = variable.fallback
  }
  return [...found.values()]
}

/** The prompt as it is to be used. What is neither filled in nor has a default stays as it is written. */
export const fillPrompt = (prompt: string, filled: Filled): string => {
  const fallbacks = new Map(variablesOf(prompt).map(({ name, fallback }) => [name, fallback]))
  return prompt.replace(pattern(), (whole, ...rest) => {
    const { name } = read(rest.at(-1) as Found)
    return (Object.hasOwn(filled, name) && filled[name]) || fallbacks.get(name) || whole
  })
}
