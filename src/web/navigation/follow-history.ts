import { browserLocation } from './browser-location.ts'
import type { Navigation } from './navigation.ts'
import { readScrollPlaces, scrollPlaceOf, storeScrollPlaces } from './scroll-places.ts'

/**
 * From now on Back and Forward lead from page to page, and the window's place is ours to restore; while the document
 * loads it is the browser's, which knows it before any script has come. Answers how to stop.
 */
export const followHistory = (navigation: Navigation): (() => void) => {
  const follow = () => void navigation.follow()
  const take = () => {
    history.scrollRestoration = 'manual'
  }
  const giveBack = () => {
    storeScrollPlaces()
    history.scrollRestoration = 'auto'
  }
  // Safari shows a page that it has kept from its top, whatever it was told.
  const takeBack = ({ persisted }: PageTransitionEvent) => {
    take()
    const place = persisted ? scrollPlaceOf(navigation.location.key) : undefined
    if (place !== undefined && place !== scrollY) scrollTo(0, place)
  }
  readScrollPlaces()
  take()
  const place = scrollPlaceOf(navigation.location.key)
  if (place !== undefined && scrollY === 0) scrollTo(0, place)
  // Somebody has gone back before the page was ready for it.
  if (browserLocation().href !== navigation.location.href) follow()
  addEventListener('popstate', follow)
  addEventListener('pagehide', giveBack)
  addEventListener('pageshow', takeBack)
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pagehide', giveBack)
    removeEventListener('pageshow', takeBack)
  }
}
