import { useSyncExternalStore } from 'react'

export type Store<T> = { get(): T; set(value: T): void; subscribe(listener: () => void): () => void }

/** Creates a store: a value outside of React that components can subscribe to. Use it for browser state only. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the store's value; `initial` on the server and during hydration. */
export const useStore = <T>(store: Store<T>, initial: T): T =>
  useSyncExternalStore(store.subscribe, store.get, () => initial)
