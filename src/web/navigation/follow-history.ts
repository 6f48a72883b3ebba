import { browserLocation } from './browser-location.ts'
import type { Navigation } from './navigation.ts'
import { readScrollPlaces, scrollPlaceOf, storeScrollPlaces } from './scroll-places.ts'

/**
 * Handles Back and Forward, and takes scroll restoration over from the browser, which keeps it while the
 * document loads, before any script runs. Returns a function that stops it.
 */
export const followHistory = (navigation: Navigation): (() => void) => {
  const follow = () => void navigation.follow()
  const takeOver = () => {
    history.scrollRestoration = 'manual'
  }
  const handBack = () => {
    storeScrollPlaces()
    history.scrollRestoration = 'auto'
  }
  // Safari shows a page from its back/forward cache at the top, whatever `scrollRestoration` says.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    takeOver()
    const offset = persisted ? scrollPlaceOf(navigation.location.key) : undefined
    if (offset !== undefined && offset !== scrollY) scrollTo(0, offset)
  }
  readScrollPlaces()
  takeOver()
  const offset = scrollPlaceOf(navigation.location.key)
  if (offset !== undefined && scrollY === 0) scrollTo(0, offset)
  // The user has already gone back before this listener was registered.
  if (browserLocation().href !== navigation.location.href) follow()
  addEventListener('popstate', follow)
  addEventListener('pagehide', handBack)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pagehide', handBack)
    removeEventListener('pageshow', onPageShow)
  }
}
