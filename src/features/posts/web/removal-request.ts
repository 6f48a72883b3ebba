import { createStore } from '#web/store.ts'

/**
 * An admin's request to remove somebody else's content. Posts and comments set it, and `features/admin`
 * renders the dialog for it, so that neither depends on moderation.
 */
export type RemovalRequest = {
  id: number
  author: string
  /** Removes the content from the page after its removal. */
  onRemoved(): void
} & ({ kind: 'post'; title: string } | { kind: 'comment' })

export const removalRequest = createStore<RemovalRequest | null>(null)
