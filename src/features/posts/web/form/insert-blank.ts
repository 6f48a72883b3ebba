import { splitPrompt } from '../../prompt-blanks.ts'

type Selection = { start: number; end: number }

const NAME = 'name'

/**
 * The edit that inserts a blank at the cursor: the range to replace, the text to put there, and the blank's name to
 * select, so that typing renames it. Selected text that can be a blank's default becomes the default; other selected
 * text stays, and the blank follows it.
 */
export const insertBlank = (prompt: string, { start, end }: Selection) => {
  const selected = prompt.slice(start, end)
  const withDefault = `\${${NAME}:${selected}}`
  const [part] = splitPrompt(withDefault)
  const isDefault = selected.trim() !== '' && part?.written === withDefault && part.blank !== undefined
  const at = isDefault ? start : end
  const nameStart = at + '${'.length
  return {
    range: { start: at, end },
    text: isDefault ? withDefault : `\${${NAME}}`,
    name: { start: nameStart, end: nameStart + NAME.length },
  }
}
