import type pg from 'pg'
import { isConnectionLost } from './errors.ts'

/** A connection, and how many statements wait for it or run on it. */
type SharedConnection = { client: Promise<pg.PoolClient>; users: number; isLost: boolean }

/**
 * Returns a function that runs `work` with a connection from `acquire`. All calls in one turn of the event loop get the same
 * one, so that their statements take one system call and one process of PostgreSQL, which runs them in order, each as a
 * transaction of its own (docs/decisions/0224-send-the-statements-of-a-read-over-one-connection.md). The last of them
 * releases the connection.
 */
export const createSharedConnections = (acquire: () => Promise<pg.PoolClient>) => {
  let current: SharedConnection | null = null

  const share = (): SharedConnection => {
    if (current) return current
    current = { client: acquire(), users: 0, isLost: false }
    process.nextTick(() => {
      current = null
    })
    return current
  }

  return async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const shared = share()
    shared.users += 1
    const client = await shared.client
    try {
      return await work(client)
    } catch (error) {
      shared.isLost ||= isConnectionLost(error)
      throw error
    } finally {
      shared.users -= 1
      if (shared.users === 0) client.release(shared.isLost)
    }
  }
}
