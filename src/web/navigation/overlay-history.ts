import { useEffect, useEffectEvent } from 'react'

/** Where people go back with a gesture or a button of the system, and expect it to close what lies over the page. */
const BACK_CLOSES = '(width < 48rem), (pointer: coarse)'

type Overlay = { close(): void }

/** The open dialogs and menus that Back closes, the topmost last. */
const overlays: Overlay[] = []

/**
 * How many history entries of its page are below the current one. Entries of overlays have the URL and the key of the
 * page and their level in their state. One that is closed leaves its entry for the next one, because leaving the entry
 * would cancel a navigation that starts at the same time. Back skips such entries.
 */
let level = 0

/** What to do once the browser has gone to the page's own entry. */
let onOwnEntry: (() => void) | null = null

const readLevel = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

/** Call this once when the page has loaded, perhaps at an entry that an overlay has left. */
export const initOverlayHistory = (): void => {
  level = readLevel()
}

const addEntries = (): void => {
  while (level < overlays.length) {
    level += 1
    history.pushState({ ...history.state, overlays: level }, '')
  }
}

/** Adds a history entry for a page, instead of the entry of an overlay if there is one. */
export const pushPageEntry = (key: string | undefined, address: string): void => {
  if (level > 0) history.replaceState({ key }, '', address)
  else history.pushState({ key }, '', address)
  level = 0
  setTimeout(addEntries)
}

/** Replaces the page's own history entry, after leaving those of its overlays. */
export const replacePageEntry = (key: string, address: string): void => {
  const replace = () => history.replaceState({ key }, '', address)
  if (level === 0) {
    replace()
    return
  }
  onOwnEntry = replace
  history.go(-level)
}

/**
 * Call this after the browser has gone back or forward. Returns whether the page stays as it is. `isSamePage` says
 * whether the entry belongs to the page that is open.
 */
export const handleOverlayPop = (isSamePage: boolean): boolean => {
  const before = level
  level = readLevel()
  // React removes closed overlays after this event. One that stays, because it is busy, gets its entry back.
  setTimeout(addEntries)
  if (onOwnEntry) {
    onOwnEntry()
    onOwnEntry = null
    return true
  }
  const closing = overlays.slice(isSamePage ? level : 0).reverse()
  for (const { close } of closing) close()
  if (isSamePage && closing.length === 0 && level < before) history.back()
  return isSamePage
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
    // One overlay often opens as another closes, which needs no new entry.
    queueMicrotask(addEntries)
    return () => void overlays.splice(overlays.indexOf(overlay), 1)
  }, [])
}
