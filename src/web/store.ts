import { useSyncExternalStore } from 'react'

export type Store<T> = { get(): T; set(value: T): void; subscribe(listener: () => void): () => void }

/** One value outside of React that components follow. Only for what lives in the browser. */
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

/** The store's value; on the server and while hydrating it is `atFirst`. */
export const useStore = <T>(store: Store<T>, atFirst: T): T =>
  useSyncExternalStore(store.subscribe, store.get, () => atFirst)
