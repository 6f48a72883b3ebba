import { randomUuid } from '#web/random-uuid.ts'
import { textFieldNames } from '../../contract-fields.ts'
import { EMPTY_POST, type PostValues } from './post-values.ts'

/** The names under which this browser stores unsent posts and their files. */
export const NEW_POST_DRAFT = 'create-post'
export const SET_ASIDE_DRAFTS = 'create-post-aside'

export const newPostFilesName = ({ requestKey }: Pick<Draft, 'requestKey'>): string =>
  `${NEW_POST_DRAFT}:${requestKey}`

const EDIT = 'edit-post:'

/** An edit's files are stored under the same name as its texts. */
export const editDraftName = (postId: number): string => `${EDIT}${postId}`
export const isEditDraftName = (form: string): boolean => form.startsWith(EDIT)

/** An unsent post as this browser stores it; its files are stored separately. */
export type Draft = {
  values: PostValues
  /** The idempotency key, sent with every attempt so that all of them create one post. */
  requestKey: string
  /** The draft was sent at least once, and the client does not know whether it arrived. */
  wasTried: boolean
  /** The draft's files have changed since that attempt. */
  hasOtherFiles: boolean
  fileCount: number
  /** The member has changed the draft; otherwise it contains only the dialog's preset. */
  isTouched: boolean
  /** Whether the server has it under `requestKey`, with or without the last changes. Absent if it is only here. */
  stored?: 'saved' | 'changed'
}

/** A draft as the server has it. */
export type StoredDraft = {
  id: string
  values: PostValues
  exampleFiles: readonly string[]
  publishAt: Date | null
}

export type OpenedDraft = { draft: Draft; isRestored: boolean; setAside: Draft | null }

export const newDraft = (values: PostValues = EMPTY_POST): Draft => ({
  values,
  requestKey: randomUuid(),
  wasTried: false,
  hasOtherFiles: false,
  fileCount: 0,
  isTouched: false,
})

export const hasTexts = (values: Partial<PostValues>): boolean =>
  textFieldNames.some((name) => (values[name] ?? '').trim() !== '')

/** The draft of the dialog that continues one of the server's. */
export const toDraft = ({ id, values, exampleFiles }: StoredDraft): Draft => ({
  ...newDraft(values),
  requestKey: id,
  fileCount: exampleFiles.length,
  stored: 'saved',
})

/** Whether the draft contains anything worth restoring. */
export const hasContent = ({ values, fileCount }: Draft): boolean => fileCount > 0 || hasTexts(values)

/**
 * Chooses the dialog's initial content. A saved draft wins over the preset, which can only make the draft
 * private. But if the preset contains texts, it wins and the draft is set aside. A draft from an older page
 * gets the defaults of the fields that it lacks.
 */
export const openDraft = (saved: Draft | null, preset: Partial<PostValues>): OpenedDraft => {
  if (!saved || !hasContent(saved) || hasTexts(preset)) {
    const values = { ...EMPTY_POST, ...preset, ...(preset.isPrivate ? { topicId: null } : {}) }
    const setAside = saved && hasContent(saved) && saved.isTouched ? saved : null
    return { draft: newDraft(values), isRestored: false, setAside }
  }
  const values = {
    ...EMPTY_POST,
    ...saved.values,
    ...(preset.isPrivate ? { isPrivate: true, topicId: null } : {}),
  }
  return { draft: { ...saved, values }, isRestored: true, setAside: null }
}
