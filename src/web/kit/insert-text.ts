/** Replaces the selected text as typing would, so that it can be undone and the form notices. */
export const insertText = (textArea: HTMLTextAreaElement, text: string): void => {
  // Deprecated, but the only way that keeps the undo history, and supported by every browser.
  if (document.execCommand('insertText', false, text)) return
  textArea.setRangeText(text)
  textArea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
