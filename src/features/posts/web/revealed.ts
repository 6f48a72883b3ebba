import type { QueryClient } from '@tanstack/react-query'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'
import { createStore, useStore } from '#web/store.ts'

const NONE: ReadonlySet<number> = new Set()

/**
 * Posts whose whole prompt this member has asked for since the page was loaded: it stays open when its card leaves the
 * page and comes back. What was revealed before that is in the cards (`isRevealed`).
 */
const revealed = createStore(NONE)

export const useRevealed = (postId: number): boolean => useStore(revealed, NONE).has(postId)

export const reveal = (postId: number): void => revealed.set(new Set(revealed.get()).add(postId))

/** Marks every cached copy of the post as the server will from now on. */
export const markRevealed = (client: QueryClient, postId: number): void =>
  patchEverywhere(client, isPost(postId), (post: { isRevealed: boolean }) =>
    post.isRevealed ? post : { ...post, isRevealed: true },
  )

onSignedIn('reveal', ({ postId }) => reveal(postId))
