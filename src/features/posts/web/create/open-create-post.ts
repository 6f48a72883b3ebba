import { registerPendingActionHandler } from '#web/pending-action.ts'
import type { StoredDraft } from '../form/draft.ts'
import type { PostValues } from '../form/post-values.ts'
import { postDialogStore } from '../post-dialog.ts'

/** Opens the Create Post dialog with a draft from the server. */
export const openStoredDraft = (stored: StoredDraft): void =>
  postDialogStore.set({ kind: 'create', preset: {}, stored })

/**
 * Opens the Create Post dialog for a member. `preset` fills in fields. If `preset` contains any text, any
 * unfinished post is set aside; otherwise, it is restored.
 */
export const openCreatePostDialog = (preset: Partial<PostValues> = {}): void =>
  postDialogStore.set({ kind: 'create', preset })

registerPendingActionHandler('publish', () => openCreatePostDialog())
