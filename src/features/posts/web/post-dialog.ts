import { createStore } from '#web/store.ts'
import type { PostCard } from '../contract.ts'
import type { StoredDraft } from './form/draft.ts'
import type { PostValues } from './form/post-values.ts'

/** The currently open dialog about a post. */
export type PostDialog =
  | { kind: 'create'; preset: Partial<PostValues>; stored?: StoredDraft }
  | { kind: 'edit'; post: PostCard }
  | { kind: 'delete'; post: PostCard }
  | { kind: 'renew'; post: PostCard }
  | { kind: 'sign-out'; titles: readonly string[]; onConfirm(): void }

export const postDialogStore = createStore<PostDialog | null>(null)
