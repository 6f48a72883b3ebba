/**
 * What postgres.js should connect to. A Unix socket is written as libpq writes it, `?host=/folder`,
 * which postgres.js would take for a setting of the session.
 */
export const connectionTarget = (url: string): { url: string; path?: string } => {
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host')
  if (!folder?.startsWith('/')) return { url }
  parsed.searchParams.delete('host')
  return { url: parsed.href, path: `${folder}/.s.PGSQL.${parsed.port || 5432}` }
}

/** The address without what may be secret, for messages to the person who runs the server. */
export const describeTarget = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? `${hostname}:${port || 5432}`}${pathname}`
}
