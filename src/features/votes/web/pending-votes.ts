import { createStore, useStore } from '#web/store.ts'

const NONE: ReadonlySet<number> = new Set()

/** Posts and comments (they share no id) whose vote is on its way. */
const pending = createStore(NONE)

export const isVotePending = (id: number): boolean => pending.get().has(id)
export const useVotePending = (id: number): boolean => useStore(pending, NONE).has(id)

export const setVotePending = (id: number, isPending: boolean): void => {
  const ids = new Set(pending.get())
  if (isPending) ids.add(id)
  else ids.delete(id)
  pending.set(ids)
}
