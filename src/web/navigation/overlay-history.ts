import { useEffect, useEffectEvent } from 'react'

/** Where people go back with a gesture or a button of the system, and expect it to close what lies over the page. */
const BACK_CLOSES = '(width < 768px), (pointer: coarse)'

type Overlay = { close(): void }

/**
 * The open dialogs and menus, each of which has a history entry above that of its page. These entries have the URL and
 * the key of the page, and their state says how many overlays are open on them.
 */
const overlays: Overlay[] = []

/** Whether `history.go` has been called and the browser has not gone there yet. */
let isLeaving = false
/** Changes of the history that wait until the entries of overlays have been left. */
let waiting: (() => void)[] = []

const getDepth = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

const leaveEntries = (count: number): void => {
  isLeaving = true
  history.go(-count)
}

/** Adds an entry for each overlay that has none, or leaves those of overlays that have been closed. */
const syncEntries = (): void => {
  if (isLeaving) return
  const depth = getDepth()
  if (depth > overlays.length) leaveEntries(depth - overlays.length)
  for (let added = depth + 1; added <= overlays.length; added += 1)
    history.pushState({ ...history.state, overlays: added }, '')
}

/** Leaves an entry of an overlay that the browser has restored, but not the overlay. */
export const leaveRestoredOverlays = syncEntries

/**
 * Changes the history once it is at the page's own entry: at once, or after the entries of overlays have been left, so
 * that Back from the next page does not lead to a closed dialog.
 */
export const changeHistory = (change: () => void): void => {
  const depth = getDepth()
  if (!isLeaving && depth === 0) {
    change()
    return
  }
  waiting.push(change)
  if (!isLeaving) leaveEntries(depth)
}

/**
 * Call this after the browser has gone back or forward. Returns whether only overlays were concerned, so that the page
 * stays as it is. `isSamePage` says whether the entry belongs to the page that is open.
 */
export const handleOverlayPop = (isSamePage: boolean): boolean => {
  const wasLeaving = isLeaving
  isLeaving = false
  if (!wasLeaving) for (const { close } of overlays.slice(isSamePage ? getDepth() : 0).reverse()) close()
  const changes = waiting
  waiting = []
  for (const change of changes) change()
  // React removes closed overlays after this event. One that stays, because it is busy, gets its entry back.
  setTimeout(syncEntries)
  return wasLeaving || isSamePage
}

/**
 * Closes the overlay that renders this when the user goes back. On phones and touch screens, it has a history entry of
 * its own, so that the page stays; elsewhere, Back leaves the page and the overlay with it.
 */
export const useCloseOnBack = (onClose: () => void): void => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onBack = () => close()
    if (!matchMedia(BACK_CLOSES).matches) {
      addEventListener('popstate', onBack)
      return () => removeEventListener('popstate', onBack)
    }
    const overlay = { close: onBack }
    overlays.push(overlay)
    // One overlay often opens as another closes, which needs no change of the history.
    queueMicrotask(syncEntries)
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      queueMicrotask(syncEntries)
    }
  }, [])
}
