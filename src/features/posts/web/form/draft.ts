import { randomUuid } from '#web/random-uuid.ts'
import { textFieldNames } from '../../contract-fields.ts'
import { EMPTY_POST, type PostValues } from './post-values.ts'

/** The names under which this browser stores unsent posts and their files. */
export const NEW_POST_DRAFT = 'create-post'
export const SET_ASIDE_DRAFTS = 'create-post-aside'

export const getNewPostFilesKey = ({ requestKey }: Pick<LocalPostDraft, 'requestKey'>): string =>
  `${NEW_POST_DRAFT}:${requestKey}`

const EDIT = 'edit-post:'

/** The name under which this browser stores both the text fields and the files of an edit. */
export const getEditDraftName = (postId: number): string => `${EDIT}${postId}`
export const isEditDraftName = (form: string): boolean => form.startsWith(EDIT)

/** An unsent post as this browser stores it. Its files are stored separately. */
export type LocalPostDraft = {
  values: PostValues
  /** The idempotency key. Every attempt sends it, so all attempts together create only one post. */
  requestKey: string
  /** True if the draft has been sent at least once and it is unknown whether the server received it. */
  wasTried: boolean
  /** True if the draft's files have changed since it was last sent. */
  hasOtherFiles: boolean
  fileCount: number
  /** True if the member has changed the draft; otherwise, it contains only the dialog's preset. */
  isTouched: boolean
  /**
   * `saved` if the server's copy, stored under `requestKey`, has all changes of the draft; `changed` if that copy is
   * older. Undefined if only this browser has the draft.
   */
  stored?: 'saved' | 'changed'
}

/** A draft as the server returns it. */
export type StoredDraft = {
  id: string
  values: PostValues
  exampleFiles: readonly string[]
  publishAt: Date | null
}

export type InitialDraft = { draft: LocalPostDraft; isRestored: boolean; setAside: LocalPostDraft | null }

export const createLocalDraft = (values: PostValues = EMPTY_POST): LocalPostDraft => ({
  values,
  requestKey: randomUuid(),
  wasTried: false,
  hasOtherFiles: false,
  fileCount: 0,
  isTouched: false,
})

export const hasAnyText = (values: Partial<PostValues>): boolean =>
  textFieldNames.some((name) => (values[name] ?? '').trim() !== '')

/** Creates the local draft for a dialog that continues a draft from the server. */
export const toLocalDraft = ({ id, values, exampleFiles }: StoredDraft): LocalPostDraft => ({
  ...createLocalDraft(values),
  requestKey: id,
  fileCount: exampleFiles.length,
  stored: 'saved',
})

/** Returns whether the draft contains anything worth restoring. */
export const hasDraftContent = ({ values, fileCount }: LocalPostDraft): boolean =>
  fileCount > 0 || hasAnyText(values)

/**
 * Chooses the dialog's initial content. A saved draft takes precedence over the preset, which in that case
 * can only make the draft private. A preset that contains text takes precedence over the draft, which is set
 * aside. A draft that an older version of the site saved gets default values for the fields that it lacks.
 */
export const chooseInitialDraft = (
  saved: LocalPostDraft | null,
  preset: Partial<PostValues>,
): InitialDraft => {
  if (!saved || !hasDraftContent(saved) || hasAnyText(preset)) {
    const values = { ...EMPTY_POST, ...preset, ...(preset.isPrivate ? { topicId: null } : {}) }
    const setAside = saved && hasDraftContent(saved) && saved.isTouched ? saved : null
    return { draft: createLocalDraft(values), isRestored: false, setAside }
  }
  const values = {
    ...EMPTY_POST,
    ...saved.values,
    ...(preset.isPrivate ? { isPrivate: true, topicId: null } : {}),
  }
  return { draft: { ...saved, values }, isRestored: true, setAside: null }
}
