import { newUuid } from '#web/new-uuid.ts'
import { locationOf, type PageLocation } from './page-location.ts'

/** Where the browser is, and the key of its entry; one that came by a link within the page gets one. */
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
