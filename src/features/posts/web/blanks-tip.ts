import { getDistinctBlanks } from '@prompt-collection/prompt-blanks'
import { type PromptKind, splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { showToast } from '#web/kit/toast.ts'
import { blanksTipTexts } from './dialog-texts.ts'

const BLANKS_TIP_KEY = 'blanks-tip'

/**
 * Shows the tip about blanks the first time that a prompt with blanks is revealed in this browser. Does
 * nothing if storage is unavailable; otherwise, the tip would appear every time.
 */
export const showBlanksTip = (prompt: string, kind: PromptKind): void => {
  if (getDistinctBlanks(splitByForm(prompt, kind)).length === 0) return
  try {
    if (localStorage.getItem(BLANKS_TIP_KEY)) return
    localStorage.setItem(BLANKS_TIP_KEY, 'shown')
  } catch {
    return
  }
  showToast({ title: blanksTipTexts.title, description: blanksTipTexts.text })
}
