const KEY = 'scroll-places'
const MAX_ENTRIES = 50

const offsets = new Map<string, number>()

/** Returns the scroll offset of a history entry in pixels. */
export const getScrollOffset = (key: string | undefined): number | undefined =>
  key === undefined ? undefined : offsets.get(key)

/** Stores the current scroll offset and evicts the oldest entries. */
export const saveScrollOffset = (key: string | undefined): void => {
  if (key === undefined) return
  offsets.delete(key)
  offsets.set(key, scrollY)
  const [oldest] = offsets.keys()
  if (offsets.size > MAX_ENTRIES && oldest !== undefined) offsets.delete(oldest)
}

/** Reads the offsets stored by earlier documents in this tab. */
export const loadScrollOffsets = (): void => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][]
    for (const [key, y] of stored) offsets.set(key, y)
  } catch {
    // Without storage, the offsets last only as long as the document.
  }
}

export const persistScrollOffsets = (): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...offsets]))
  } catch {
    // Without storage, the offsets last only as long as the document.
  }
}
