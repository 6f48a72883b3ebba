import type { PostType } from '#core/model-catalogue.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { createStore } from '#web/store.ts'

export type OptimizerFormValues = { prompt: string; type: PostType | null; models: string[] }

/**
 * A visitor's request, which continues after they have signed in
 * (docs/spec/flows.md#continuing-after-sign-in).
 */
export const pendingOptimizationStore = createStore<OptimizerFormValues | null>(null)

/** True if the optimizer on the home page is open. */
export const homeOptimizerOpenStore = createStore(false)

registerPendingActionHandler('optimize', ({ prompt, type, models }) => {
  pendingOptimizationStore.set({ prompt, type: (type as PostType | undefined) ?? null, models })
  homeOptimizerOpenStore.set(true)
})
