import type { PostType } from '#features/catalogue/contract.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { createStore } from '#web/store.ts'

export type OptimizeForm = { prompt: string; type: PostType | null; models: string[] }

/** What a visitor wanted optimized, once they have signed in for it (section 4): the form takes it from here. */
export const waitingRequest = createStore<OptimizeForm | null>(null)

/** Whether the optimizer stands open on the home page. */
export const homeOptimizer = createStore(false)

onSignedIn('optimize', ({ prompt, type, models }) => {
  waitingRequest.set({ prompt, type: (type as PostType | undefined) ?? null, models })
  homeOptimizer.set(true)
})
