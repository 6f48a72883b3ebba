import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { createStore, useStore } from '#web/store.ts'

const NONE: ReadonlySet<number> = new Set()

/** Posts whose prompt this member has opened: it stays open when its card leaves the page and comes back. */
const revealed = createStore(NONE)

export const useRevealed = (postId: number): boolean => useStore(revealed, NONE).has(postId)

export const reveal = (postId: number): void => revealed.set(new Set(revealed.get()).add(postId))

onSignedIn('reveal', ({ postId }) => reveal(postId))
