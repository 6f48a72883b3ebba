import { newUuid } from '#web/new-uuid.ts'
import { EMPTY, type PostValues } from './post-values.ts'

/** An unsent post as this browser stores it; its files are stored separately. */
export type Draft = {
  values: PostValues
  /** The idempotency key: sent with every attempt, so that all of them create one post. */
  requestKey: string
  /** It was sent at least once, and the client does not know whether it arrived. */
  wasTried: boolean
  /** Its files have changed since that attempt. */
  hasOtherFiles: boolean
  fileCount: number
  /** The member has changed it; otherwise it contains only the preset of the dialog. */
  isTouched: boolean
}

export type Opened = { draft: Draft; isRestored: boolean; setAside: Draft | null }

export const newDraft = (values: PostValues = EMPTY): Draft => ({
  values,
  requestKey: newUuid(),
  wasTried: false,
  hasOtherFiles: false,
  fileCount: 0,
  isTouched: false,
})

const TEXTS = ['title', 'description', 'prompt'] as const

/** Whether the draft contains anything worth restoring. */
export const matters = ({ values, fileCount }: Draft): boolean =>
  fileCount > 0 || TEXTS.some((name) => values[name].trim() !== '')

/**
 * Chooses the initial content of the dialog. A saved draft wins over the preset, which can only make it
 * private. But if the preset contains texts, it wins and the draft is set aside.
 */
export const openDraft = (saved: Draft | null, preset: Partial<PostValues>): Opened => {
  const hasTexts = TEXTS.some((name) => preset[name])
  if (!saved || !matters(saved) || hasTexts) {
    const values = { ...EMPTY, ...preset, ...(preset.isPrivate ? { topicId: null } : {}) }
    const setAside = saved && matters(saved) && saved.isTouched ? saved : null
    return { draft: newDraft(values), isRestored: false, setAside }
  }
  const values = preset.isPrivate ? { ...saved.values, isPrivate: true, topicId: null } : saved.values
  return { draft: { ...saved, values }, isRestored: true, setAside: null }
}
