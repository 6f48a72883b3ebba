import type { Arrival } from './navigation.ts'
import type { PageLocation } from './page-location.ts'
import { scrollPlaceOf } from './scroll-places.ts'

/** Once a page is drawn: to where the window was, to the place that the address names, or to the top. */
export const arrive = ({ hash, key }: PageLocation, arrival: Arrival): void => {
  if (arrival === 'keep') return
  const place = arrival === 'back' ? scrollPlaceOf(key) : undefined
  if (place === undefined && hash) document.getElementById(idIn(hash))?.scrollIntoView()
  else scrollTo(0, place ?? 0)
}

const idIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
