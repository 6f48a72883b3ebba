const KEY = 'scroll-places'
const MOST = 50

const places = new Map<string, number>()

/** Where the window stood in an entry of the browser's history, in pixels. */
export const scrollPlaceOf = (key: string | undefined): number | undefined =>
  key === undefined ? undefined : places.get(key)

/** Remembers where the window stands; the oldest entries are forgotten. */
export const keepScrollPlace = (key: string | undefined): void => {
  if (key === undefined) return
  places.delete(key)
  places.set(key, scrollY)
  const [oldest] = places.keys()
  if (places.size > MOST && oldest !== undefined) places.delete(oldest)
}

/** What was remembered before this document was loaded. */
export const readScrollPlaces = (): void => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][]
    for (const [key, y] of stored) places.set(key, y)
  } catch {
    // Without storage the places last as long as the page.
  }
}

export const storeScrollPlaces = (): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]))
  } catch {
    // As above.
  }
}
