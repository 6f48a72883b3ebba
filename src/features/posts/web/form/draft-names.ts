import type { Draft } from './draft.ts'

/** The names under which this browser stores unsent posts and their files. */
export const CREATE = 'create-post'
export const ASIDE = 'create-post-aside'

export const createFilesName = ({ requestKey }: Pick<Draft, 'requestKey'>): string =>
  `${CREATE}:${requestKey}`

const EDIT = 'edit-post:'

/** The files of an edit have the same name as its texts. */
export const editName = (postId: number): string => `${EDIT}${postId}`
export const isEditName = (form: string): boolean => form.startsWith(EDIT)
