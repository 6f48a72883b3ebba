/**
 * Returns the URL (path and query) with only the query parameters in `names`, sorted by name, so that neither
 * unknown parameters nor their order produce distinct cache keys. Repeated and empty parameters are kept
 * because an endpoint may reject them.
 */
export const pickQueryParameters = (url: string, names: readonly string[]): string => {
  const queryStart = url.indexOf('?')
  if (queryStart < 0) return url
  const picked = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(url.slice(queryStart))) {
    if (names.includes(name)) picked.append(name, value)
  }
  picked.sort()
  const query = picked.toString()
  return query ? `${url.slice(0, queryStart)}?${query}` : url.slice(0, queryStart)
}
