import type { PostType } from '#features/catalogue/contract.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { createStore } from '#web/store.ts'

export type OptimizeForm = { prompt: string; type: PostType | null; models: string[] }

/**
 * A visitor's request, which continues after they have signed in
 * (docs/spec/flows.md#continuing-after-sign-in).
 */
export const waitingRequest = createStore<OptimizeForm | null>(null)

/** Whether the optimizer on the home page is open. */
export const homeOptimizer = createStore(false)

onSignedIn('optimize', ({ prompt, type, models }) => {
  waitingRequest.set({ prompt, type: (type as PostType | undefined) ?? null, models })
  homeOptimizer.set(true)
})
