import { showToast } from '#web/kit/toast.ts'
import { type BlankPlaces, getDistinctBlanks, splitPrompt } from '../prompt-blanks.ts'
import { postTexts } from './texts.ts'

const KEY = 'blanks-tip'

/**
 * Shows the tip about blanks the first time that a prompt with blanks is revealed in this browser. Does
 * nothing if storage is unavailable; otherwise, the tip would appear every time.
 */
export const showBlanksTip = (prompt: string, places: BlankPlaces): void => {
  if (getDistinctBlanks(splitPrompt(prompt, places)).length === 0) return
  try {
    if (localStorage.getItem(KEY)) return
    localStorage.setItem(KEY, 'shown')
  } catch {
    return
  }
  showToast({ title: postTexts.blanksTip, description: postTexts.blanksTipText })
}
