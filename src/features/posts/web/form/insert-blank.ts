import { splitPrompt } from '../../prompt-blanks.ts'

type Selection = { start: number; end: number }

const NAME = 'name'

/**
 * Inserts a blank at the cursor and selects its name, so that typing renames it. Selected text that can be a
 * blank's default becomes the default; other selected text stays, and the blank follows it.
 */
export const insertBlank = (prompt: string, { start, end }: Selection) => {
  const selected = prompt.slice(start, end)
  const withDefault = `\${${NAME}:${selected}}`
  const [part] = splitPrompt(withDefault)
  const isDefault = selected.trim() !== '' && part?.written === withDefault && part.blank !== undefined
  const at = isDefault ? start : end
  const blank = isDefault ? withDefault : `\${${NAME}}`
  const nameStart = at + '${'.length
  return {
    prompt: prompt.slice(0, at) + blank + prompt.slice(end),
    name: { start: nameStart, end: nameStart + NAME.length },
  }
}
