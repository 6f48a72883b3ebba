import { splitPrompt } from '../../prompt-blanks.ts'

type Selection = { start: number; end: number }

const NAME = 'name'

/**
 * Returns the edit that inserts a blank at the cursor: the range to replace, the new text, and the range of
 * the blank's name, which is selected so that typing renames it. Selected text becomes the blank's default
 * value if it is a valid default; otherwise, the blank is inserted after the selection.
 */
export const createBlankInsertion = (prompt: string, { start, end }: Selection) => {
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
