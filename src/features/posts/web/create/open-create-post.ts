import { onSignedIn } from '#features/identity/web/pending-action.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { postDialog } from '#features/posts/web/post-dialog.ts'

/**
 * Opens the Create Post dialog for a member. `preset` fills its fields. If it contains texts, an unfinished
 * post is set aside; otherwise the unfinished post is restored.
 */
export const openCreatePost = (preset: Partial<PostValues> = {}): void =>
  postDialog.set({ kind: 'create', preset })

onSignedIn('publish', () => openCreatePost())
