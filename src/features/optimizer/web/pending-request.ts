import type { PostType } from '#core/model-catalogue.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { createStore } from '#web/store.ts'

export type OptimizeForm = { prompt: string; type: PostType | null; models: string[] }

/**
 * A visitor's request, which continues after they have signed in
 * (docs/spec/flows.md#continuing-after-sign-in).
 */
export const pendingRequest = createStore<OptimizeForm | null>(null)

/** True if the optimizer on the home page is open. */
export const isHomeOptimizerOpen = createStore(false)

registerPendingActionHandler('optimize', ({ prompt, type, models }) => {
  pendingRequest.set({ prompt, type: (type as PostType | undefined) ?? null, models })
  isHomeOptimizerOpen.set(true)
})
