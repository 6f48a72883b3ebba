import pg from 'pg'
import { parseDatabaseUrl } from './database-url.ts'
import { DatabaseConnectionError } from './errors.ts'

/**
 * The options of a connection that may be idle or wait for long. Without keep-alive, a connection that a firewall has
 * dropped silently looks open for about two hours.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * Closes the connection at once, because node-postgres has no public way to abandon a statement that gets no response,
 * and `end` waits for a server that may never answer.
 */
export const destroyConnection = (client: pg.ClientBase): void => {
  ;(client as pg.ClientBase & { connection: pg.Connection }).connection.stream.destroy()
}

/**
 * Calls `work` with a connection of its own, on which statements may take long, and closes it. If the connection was lost,
 * throws a `DatabaseConnectionError`, whatever `work` has thrown for that reason.
 */
export const withLongConnection = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const { isPreparedByRequest: _, ...config } = parseDatabaseUrl(url)
  const client = new pg.Client({ ...config, ...keepAliveOptions })
  let lostBy: Error | undefined
  client.on('error', (error) => {
    lostBy ??= error
  })
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    throw lostBy ? new DatabaseConnectionError(lostBy) : error
  } finally {
    await client.end()
  }
}
