/** Where a page is. `href` is path and query, `hash` is as in `#comments` or empty. */
export type PageLocation = {
  href: string
  pathname: string
  search: Search
  hash: string
  /** Names the entry in the browser's history; the server has none. */
  key?: string | undefined
}

export type Search = Readonly<Record<string, string>>

/** Reads an address of this site, which begins with its path. */
export const locationOf = (address: string, key?: string): PageLocation => {
  const { pathname, search, hash } = new URL(`http://site${address}`)
  return { href: pathname + search, pathname, search: parseSearch(search), hash, key }
}

/**
 * Without the query parameters that its page does not read, and without empty and repeated ones, so that the same page
 * has one address. They stand in the order in which the page declares them, as in the links of the site.
 */
export const canonicalLocation = (location: PageLocation, parameters: readonly string[]): PageLocation => {
  const search = new URLSearchParams(
    parameters.flatMap((name) => (location.search[name] ? [[name, location.search[name]]] : [])),
  ).toString()
  const href = search ? `${location.pathname}?${search}` : location.pathname
  return href === location.href ? location : { ...locationOf(href), hash: location.hash, key: location.key }
}

/** Plain texts: `/?q=2024` stays one. A repeated parameter keeps its first value. No page may hold a NUL. */
const parseSearch = (search: string): Search => {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] ??= value.replaceAll('\0', '')
  return values
}

/** The path without slashes that stand for nothing, so that each page has one address; never another host's. */
export const tidyPath = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`
