/**
 * The URL (path and query) with only the query parameters in `names`, sorted by name, so that parameters nobody reads
 * do not make it another URL. Repeated and empty ones stay, since an endpoint may refuse them.
 */
export const keepParameters = (url: string, names: readonly string[]): string => {
  const at = url.indexOf('?')
  if (at < 0) return url
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(url.slice(at))) {
    if (names.includes(name)) kept.append(name, value)
  }
  kept.sort()
  const query = kept.toString()
  return query ? `${url.slice(0, at)}?${query}` : url.slice(0, at)
}
