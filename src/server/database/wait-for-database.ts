import { setTimeout as delay } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import type { Database, Sql } from './connect.ts'
import { describeDatabaseUrl } from './database-url.ts'
import { DatabaseConnectionError } from './errors.ts'

/** Thrown if a configured database cannot be used; the message is a single line for the operator. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** This is longer than the connection timeout, to allow for a database that is still starting. */
const MAX_WAIT_MS = 10_000
const RETRY_MS = 200

/**
 * Waits until the primary responds. Throws a `DatabaseUnavailableError` if it rejects connections or does not respond
 * in time. Does not wait for replicas, because the site can start without them.
 */
export const waitForDatabase = async (
  { ping, sql }: Pick<Database, 'ping' | 'sql'>,
  url: string,
): Promise<void> => {
  const isOver = new AbortController()
  const reason = await pTimeout(waitForConnection(ping, sql, isOver.signal), {
    milliseconds: MAX_WAIT_MS,
    fallback: () => `no PostgreSQL server responded within ${MAX_WAIT_MS / 1000} seconds`,
  }).finally(() => isOver.abort())
  if (reason === null) return
  throw new DatabaseUnavailableError(`The database ${describeDatabaseUrl(url)} cannot be used: ${reason}`)
}

/**
 * Returns null once the database responds, or the reason for a permanent failure. Retries while the database
 * may still be starting.
 */
const waitForConnection = async (
  ping: Database['ping'],
  sql: Sql,
  signal: AbortSignal,
): Promise<string | null> => {
  for (;;) {
    // The ping detects which settings a connection pooler allows, before the first query that must succeed.
    await ping()
    const error = await sql`select 1`.then(
      () => null,
      (reason: unknown) => reason as Error & { code?: string },
    )
    if (error === null) return null
    if (!isStarting(error) || signal.aborted) return error.message || 'it refuses connections'
    await delay(RETRY_MS)
  }
}

/**
 * Returns whether PostgreSQL reports that it is starting (57P03) or the connection closes without an error code, which
 * happens when a container's port is open before its database listens.
 */
const isStarting = (error: Error & { code?: string }): boolean =>
  error.code === '57P03' ||
  (error instanceof DatabaseConnectionError && !(error.cause as { code?: string })?.code)
