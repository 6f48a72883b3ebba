import type pg from 'pg'
import { withLongConnection } from '../long-connection.ts'

/**
 * Runs `work` in one snapshot on a dedicated connection without a statement timeout, because copying a table may take
 * minutes.
 */
export const withSnapshot = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withLongConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    // A scan that joins another one already in progress would return the rows in a different order.
    await client.query('set local synchronize_seqscans = off')
    return work(client)
  })
