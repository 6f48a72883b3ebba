import type { QueryClient } from '@tanstack/react-query'
import { patchEntity } from '#web/entity-cache.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { createStore, useStore } from '#web/store.ts'

const NO_IDS: ReadonlySet<number> = new Set()

/**
 * The posts that the member has revealed since the page loaded. They stay revealed when their card unmounts and mounts
 * again. The cards' data marks earlier reveals (`isRevealed`).
 */
const revealed = createStore(NO_IDS)

export const useIsRevealed = (postId: number): boolean => useStore(revealed, NO_IDS).has(postId)

export const showRevealedPrompt = (postId: number): void => revealed.set(new Set(revealed.get()).add(postId))

/** Sets `isRevealed` in every cached copy of the post, matching what the server returns from now on. */
export const markPostRevealed = (client: QueryClient, postId: number): void =>
  patchEntity(client, 'post', postId, (post) => (post.isRevealed ? post : { ...post, isRevealed: true }))

registerPendingActionHandler('reveal', ({ postId }) => showRevealedPrompt(postId))
