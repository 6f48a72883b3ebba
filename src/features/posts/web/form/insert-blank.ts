import { splitPrompt } from '@prompt-collection/prompt-blanks'
import { UNSPACED_SCRIPTS } from '#core/unspaced-scripts.ts'
import { insertText } from '#web/kit/insert-text.ts'

type Selection = { start: number; end: number }

const NAME = 'name'
/** Where a word, a sentence or a blank ends that a new blank must not touch. Scripts without spaces are left alone. */
const WORD_END = new RegExp(String.raw`(?:(?![${UNSPACED_SCRIPTS}])[\p{L}\p{M}\p{N}]|[.,;:!?)}%])$`, 'u')
const WORD_START = new RegExp(String.raw`^(?:(?![${UNSPACED_SCRIPTS}])[\p{L}\p{N}]|\$\{)`, 'u')

/**
 * Returns the edit that inserts a blank at the cursor: the range to replace, the new text, and the range of
 * the blank's name, which is selected so that typing renames it. Selected text becomes the blank's default
 * value if it is a valid default; otherwise, the blank is inserted after the selection, apart from the words around it.
 */
export const createBlankInsertion = (prompt: string, { start, end }: Selection) => {
  const selected = prompt.slice(start, end)
  const withDefault = `\${${NAME}:${selected}}`
  const [part] = splitPrompt(withDefault)
  const isDefault = selected.trim() !== '' && part?.written === withDefault && part.blank !== undefined
  const at = isDefault ? start : end
  const before = !isDefault && WORD_END.test(prompt.slice(0, at)) ? ' ' : ''
  const after = !isDefault && WORD_START.test(prompt.slice(end)) ? ' ' : ''
  const nameStart = at + before.length + '${'.length
  return {
    range: { start: at, end },
    text: isDefault ? withDefault : `${before}\${${NAME}}${after}`,
    name: { start: nameStart, end: nameStart + NAME.length },
  }
}

/** Inserts a blank at the cursor of a text area and selects its name. */
export const insertBlank = (textArea: HTMLTextAreaElement): void => {
  const { value, selectionStart, selectionEnd } = textArea
  const { range, text, name } = createBlankInsertion(value, { start: selectionStart, end: selectionEnd })
  textArea.focus()
  textArea.setSelectionRange(range.start, range.end)
  insertText(textArea, text)
  textArea.setSelectionRange(name.start, name.end)
}
