import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Returns false on the server and during hydration so that both render identically; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
