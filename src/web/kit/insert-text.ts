/**
 * Replaces the selected text as if the user had typed the new text, so the change can be undone and the form
 * is notified.
 */
export const insertText = (textArea: HTMLTextAreaElement, text: string): void => {
  // `execCommand` is deprecated, but it is the only way to preserve the undo history, and every browser
  // supports it.
  if (document.execCommand('insertText', false, text)) return
  textArea.setRangeText(text)
  textArea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
