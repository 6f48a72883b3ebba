import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Returns false on the server and during hydration so that both render identically; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

/**
 * Returns true while a component is rendered on the server or hydrated. Unlike `useHydrated`, it does not render the
 * component again afterwards.
 */
export const useIsHydrating = (): boolean => {
  let isHydrating = false
  useSyncExternalStore(
    neverChanges,
    () => null,
    // React calls this function only on the server and during hydration.
    () => {
      isHydrating = true
      return null
    },
  )
  return isHydrating
}
