import { newUuid } from '#web/new-uuid.ts'
import { EMPTY, type PostValues } from './post-values.ts'

/** A post that is being written, as this browser keeps it; its files lie apart. */
export type Draft = {
  values: PostValues
  /** Sent with every try, so that all of them make one post. */
  requestKey: string
  /** It was sent at least once, and nobody knows whether it arrived. */
  wasTried: boolean
  /** Its files were changed after that. */
  hasOtherFiles: boolean
  fileCount: number
  /** A person has changed it; otherwise it is only what the dialog was opened with. */
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

/** Whether there is anything in it that one would not want to write again. */
export const matters = ({ values, fileCount }: Draft): boolean =>
  fileCount > 0 || TEXTS.some((name) => values[name].trim() !== '')

/**
 * What the dialog begins with. A draft comes back before anything else, and only a wish for privacy is added to it; but
 * where the dialog is opened with texts, they come first and the draft is set aside.
 */
export const openDraft = (kept: Draft | null, preset: Partial<PostValues>): Opened => {
  const hasTexts = TEXTS.some((name) => preset[name])
  if (!kept || !matters(kept) || hasTexts) {
    const values = { ...EMPTY, ...preset, ...(preset.isPrivate ? { topicId: null } : {}) }
    const setAside = kept && matters(kept) && kept.isTouched ? kept : null
    return { draft: newDraft(values), isRestored: false, setAside }
  }
  const values = preset.isPrivate ? { ...kept.values, isPrivate: true, topicId: null } : kept.values
  return { draft: { ...kept, values }, isRestored: true, setAside: null }
}
