import type { Arrival } from './navigation.ts'
import type { PageLocation } from './page-location.ts'
import { scrollPlaceOf } from './scroll-places.ts'

/**
 * Scrolls after a page was rendered: to the stored offset, to the element that the URL's hash names, or to
 * the top.
 */
export const arrive = ({ hash, key }: PageLocation, arrival: Arrival): void => {
  if (arrival === 'keep') return
  const offset = arrival === 'back' ? scrollPlaceOf(key) : undefined
  if (offset === undefined && hash) document.getElementById(idIn(hash))?.scrollIntoView()
  else scrollTo(0, offset ?? 0)
}

const idIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
