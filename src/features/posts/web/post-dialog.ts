import type { PostCard } from '#features/posts/contract.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { createStore } from '#web/store.ts'

/** The open dialog about a post. */
export type PostDialog =
  | { kind: 'create'; preset: Partial<PostValues> }
  | { kind: 'edit'; post: PostCard }
  | { kind: 'delete'; post: PostCard }
  | { kind: 'renew'; post: PostCard }
  | { kind: 'sign-out'; titles: readonly string[]; onConfirm(): void }
  | { kind: 'remove'; post: PostCard }

export const postDialog = createStore<PostDialog | null>(null)
