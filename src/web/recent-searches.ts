/**
 * The recent searches made in this browser, newest first. They never leave the browser, and signing out clears them
 * (docs/spec/privacy.md#in-the-browser).
 */
const KEY = 'recent-searches'
const MAX_RECENT = 5

export const readRecentSearches = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export const addRecentSearch = (q: string): void => {
  if (q) write([q, ...readRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())])
}

export const removeRecentSearch = (q: string): void =>
  write(readRecentSearches().filter((other) => other !== q))

export const clearRecentSearches = (): void => write([])

const write = (searches: readonly string[]): void => {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MAX_RECENT)))
  } catch {
    // Without storage, there are no recent searches.
  }
}
