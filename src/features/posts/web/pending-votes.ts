import { createStore, useStore } from '#web/store.ts'

const NO_IDS: ReadonlySet<number> = new Set()

/**
 * The ids of posts and comments whose votes are still being sent. A refetch must not overwrite their scores.
 * Posts and comments share one id sequence.
 */
const pending = createStore(NO_IDS)

export const isVotePending = (id: number): boolean => pending.get().has(id)
export const useIsVotePending = (id: number): boolean => useStore(pending, NO_IDS).has(id)

export const setVotePending = (id: number, isPending: boolean): void => {
  const ids = new Set(pending.get())
  if (isPending) ids.add(id)
  else ids.delete(id)
  pending.set(ids)
}
