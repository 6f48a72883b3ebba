import { createStore } from '#web/store.ts'

/**
 * An admin's request to remove someone else's content. The posts and comments features set it and
 * `features/admin` renders its dialog, so neither of them depends on moderation.
 */
export type RemovalRequest = {
  id: number
  author: string
  /** Removes the content from the page once the server has removed it. */
  onRemoved(): void
} & ({ kind: 'post'; title: string } | { kind: 'comment' })

export const removalRequestStore = createStore<RemovalRequest | null>(null)
