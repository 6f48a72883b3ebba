import type pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/**
 * Parses a URL the way libpq does, including Unix sockets (`?host=/directory`) and the meaning of `sslmode`.
 * `prepare=true` enables prepared statements even behind a connection pooler.
 */
export const parseDatabaseUrl = (url: string): pg.ClientConfig & { isPreparedByRequest: boolean } => {
  const options = parse(url, { useLibpqCompat: true })
  return {
    ...toClientConfig(options),
    application_name: options.application_name ?? 'prompt-collection',
    isPreparedByRequest: new URL(url).searchParams.get('prepare') === 'true',
  }
}

/** Returns the database's host, port and name without credentials, for messages to the operator. */
export const describeDatabaseUrl = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? `${hostname}:${port || 5432}`}${pathname}`
}
