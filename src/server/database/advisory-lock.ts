import pg from 'pg'
import { parseDatabaseUrl } from './database-url.ts'
import { destroyConnection, keepAliveOptions } from './long-connection.ts'

/** How often to send a statement on the waiting connection, so that nothing drops it as idle. */
const HEARTBEAT_MS = 10_000

/** How long the server may take to respond before the lock counts as lost. */
const RESPONSE_MS = 20_000

/**
 * Runs `work` while a connection of its own holds an advisory lock, which PostgreSQL releases when the process dies.
 * Returns null without running it if another process holds the lock. Aborts the signal of `work` if the connection is
 * lost, because another process can then take the lock. `url` must not point to a connection pooler.
 */
export const withAdvisoryLock = async <T>(
  url: string,
  key: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const { isPreparedByRequest: _, ...config } = parseDatabaseUrl(url)
  const client = new pg.Client({ ...config, ...keepAliveOptions, query_timeout: RESPONSE_MS })
  const lost = new AbortController()
  client.on('error', () => {})
  client.on('end', () => lost.abort(new Error('The connection that holds a lock was lost')))
  await client.connect()
  const heartbeat = setInterval(
    () => client.query('select 1').catch(() => destroyConnection(client)),
    HEARTBEAT_MS,
  )
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      key,
    ])
    return rows[0]?.locked ? await work(lost.signal) : null
  } finally {
    clearInterval(heartbeat)
    await client.end()
  }
}
