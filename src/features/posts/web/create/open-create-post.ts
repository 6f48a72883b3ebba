import { onSignedIn } from '#features/identity/web/pending-action.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { postDialog } from '#features/posts/web/post-dialog.ts'

/**
 * Opens the Create Post dialog for a member. What is given fills its fields, but an unfinished post comes first: with
 * texts given it is set aside, otherwise it comes back as it was.
 */
export const openCreatePost = (preset: Partial<PostValues> = {}): void =>
  postDialog.set({ kind: 'create', preset })

onSignedIn('publish', () => openCreatePost())
