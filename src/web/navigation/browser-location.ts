import { newUuid } from '#web/new-uuid.ts'
import { locationOf, type PageLocation } from './page-location.ts'

/**
 * The browser's location with the key of its history entry. An entry made by a link to a hash has none and
 * gets one.
 */
export const browserLocation = (): PageLocation => {
  const { pathname, search, hash } = window.location
  return locationOf(pathname + search + hash, entryKey())
}

const entryKey = (): string => {
  const { key } = (history.state ?? {}) as { key?: string }
  if (key) return key
  const fresh = newUuid()
  history.replaceState({ ...history.state, key: fresh }, '')
  return fresh
}
