/** Replaces the selected text as if it had been typed so that it can be undone and the form is notified. */
export const insertText = (textArea: HTMLTextAreaElement, text: string): void => {
  // `execCommand` is deprecated, but it is the only way that keeps the undo history, and every browser supports it.
  if (document.execCommand('insertText', false, text)) return
  textArea.setRangeText(text)
  textArea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
