import { randomUuid } from '../random-uuid.ts'

/**
 * Returns the browser's location with the key of its history entry. An entry that was created by a link to a
 * hash has no key yet, so one is added.
 */
export const getBrowserLocation = (): PageLocation => {
  const { pathname, search, hash } = window.location
  return parseLocation(pathname + search + hash, entryKey())
}

const entryKey = (): string => {
  const { key } = (history.state ?? {}) as { key?: string }
  if (key) return key
  const fresh = randomUuid()
  history.replaceState({ ...history.state, key: fresh }, '')
  return fresh
}

/** A location within the site. `href` is the path and query; `hash` is empty or, for example, `#comments`. */
export type PageLocation = {
  href: string
  pathname: string
  search: QueryParameters
  hash: string
  /** Identifies the history entry; undefined on the server. */
  key?: string | undefined
}

export type QueryParameters = Readonly<Record<string, string>>

/** Parses a URL on this site that begins with its path. */
export const parseLocation = (address: string, key?: string): PageLocation => {
  const { pathname, search, hash } = new URL(`http://site${address}`)
  return { href: pathname + search, pathname, search: parseSearch(search), hash, key }
}

/**
 * Returns the location without query parameters that are empty, repeated or not read by its page so that each
 * page has one URL. The parameters are in the order in which the page declares them, as in the site's own
 * links.
 */
export const toCanonicalLocation = (location: PageLocation, parameters: readonly string[]): PageLocation => {
  const search = new URLSearchParams(
    parameters.flatMap((name) => (location.search[name] ? [[name, location.search[name]]] : [])),
  ).toString()
  const href = search ? `${location.pathname}?${search}` : location.pathname
  return href === location.href
    ? location
    : { ...parseLocation(href), hash: location.hash, key: location.key }
}

/**
 * Parses a query string. Values stay strings (`/?q=2024`), a repeated parameter keeps its first value, and NUL
 * characters are removed.
 */
const parseSearch = (search: string): QueryParameters => {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] ??= value.replaceAll('\0', '')
  return values
}

/**
 * Removes superfluous slashes so that each page has one URL and a path never looks like another host
 * (`//host`).
 */
export const normalizePath = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`
