import { createStore } from '#web/store.ts'

/**
 * An admin's request to remove someone else's content. The features of the content set it and
 * `features/admin` renders its dialog, so neither of them depends on moderation.
 */
export type RemovalRequest = {
  author: string
  /** Removes the content from the page once the server has removed it. */
  onRemoved(): void
} & (
  | { kind: 'post'; id: number; title: string }
  | { kind: 'comment' | 'suggested-edit'; id: number }
  | { kind: 'collection'; id: string; title: string }
  | { kind: 'skill'; id: number; version: number }
)

export const removalRequestStore = createStore<RemovalRequest | null>(null)
