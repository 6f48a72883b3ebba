import { createStore } from '#web/store.ts'

/** What the account menu and its links are called while something waits for an admin or moderator. */
export type WaitingLabels = { accountMenu: string; adminPanel: string; moderation: string }

/** Set by `WaitingCounts`; null if nothing waits. */
export const waitingStore = createStore<WaitingLabels | null>(null)
