const ABSOLUTE = /^https?:\/\/[^/?#]*/i

/**
 * Converts a request target in absolute form (`GET http://host/new`, RFC 9112 section 3.2.2) to its path and query, as in
 * the usual form. Only the path decides what is served, so the host in it has no effect.
 */
export const toOriginForm = (target: string): string => {
  // Nearly every target begins with a slash already.
  if (target.startsWith('/')) return target
  const origin = ABSOLUTE.exec(target)?.[0]
  if (origin === undefined) return target
  const rest = target.slice(origin.length).replace(/#.*$/s, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
