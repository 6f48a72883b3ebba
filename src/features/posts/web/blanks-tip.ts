import { showToast } from '#web/kit/toast.ts'
import { blanksOf, splitPrompt } from '../prompt-blanks.ts'
import { texts } from './texts.ts'

const KEY = 'blanks-tip'

/** Explains blanks when the first prompt that has any is revealed in this browser. Without storage, never. */
export const offerBlanksTip = (prompt: string): void => {
  if (blanksOf(splitPrompt(prompt)).length === 0) return
  try {
    if (localStorage.getItem(KEY)) return
    localStorage.setItem(KEY, 'shown')
  } catch {
    return
  }
  showToast({ title: texts.blanksTip, description: texts.blanksTipText })
}
