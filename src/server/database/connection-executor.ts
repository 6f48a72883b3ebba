import pg from 'pg'
import Cursor from 'pg-cursor'
import { traceStatement } from '../tracing/tracing.ts'
import { DatabaseConnectionError } from './errors.ts'
import { destroyConnection } from './long-connection.ts'
import { getColumnNames, toRow, toRows, withRowCount } from './rows.ts'
import type { monitorServer } from './server-probe.ts'
import type { Executor, ParameterizedQuery, Rows } from './sql.ts'

type Options = {
  /** Returns the name under which a statement is prepared; undefined if it is not. */
  nameOf(text: string): string | undefined
  monitor: ReturnType<typeof monitorServer>
  onQuery(text: string): void
  onSlow(text: string, ms: number): void
  slowMs: number
}

type ConnectionExecutor = Executor & {
  /** Destroys the connection if the response takes longer than `maxMs` milliseconds. */
  run<T>(query: ParameterizedQuery, maxMs?: number): Promise<Rows<T>>
}

/** Sends statements over one connection. */
export const createConnectionExecutor = (
  client: pg.PoolClient,
  { nameOf, monitor, onQuery, onSlow, slowMs }: Options,
): ConnectionExecutor => {
  const run = <T>({ text, values }: ParameterizedQuery, maxMs = Infinity): Promise<Rows<T>> => {
    onQuery(text)
    const name = nameOf(text)
    sendTogether(client)
    const statement = client.query<unknown[]>({ text, values, rowMode: 'array', ...(name && { name }) })
    const startedAt = performance.now()
    return traceStatement(text, () => monitor.watch(statement, maxMs, () => destroyConnection(client)))
      .finally(() => {
        const ms = performance.now() - startedAt
        if (ms >= slowMs) onSlow(text, ms)
      })
      .then((result) => toRows<T>(result), asUnavailable)
  }

  const runScript = <T>(text: string): Promise<Rows<T>> => {
    onQuery(text)
    sendTogether(client)
    return monitor
      .watch(client.query(text), Infinity, () => destroyConnection(client))
      .then(() => withRowCount([] as T, 0), asUnavailable)
  }

  const readBatches = async function* <T>(
    { text, values }: ParameterizedQuery,
    size: number,
  ): AsyncGenerator<T> {
    onQuery(text)
    setPipelining(client, false)
    const cursor = client.query(new Cursor<unknown[]>(text, values, { rowMode: 'array' }))
    try {
      for (;;) {
        const { rows, names } = await readBatch(cursor, size)
        if (rows.length === 0) return
        yield rows.map((row) => toRow(names, row)) as T
      }
    } finally {
      await cursor.close().catch(() => {})
      setPipelining(client, true)
    }
  }

  return { run, runScript, readBatches }
}

/**
 * Rethrows errors from the server and from our own code unchanged. Any other error comes from the connection and is
 * rethrown as `DatabaseConnectionError`.
 */
export const asUnavailable = (error: unknown): never => {
  if ([pg.DatabaseError, TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind))
    throw error
  throw new DatabaseConnectionError(error)
}

/**
 * Writes the statements that the running code sends over this connection to the socket at once, which takes one system
 * call instead of one for each. PostgreSQL runs them in order.
 */
const sendTogether = ({ connection }: pg.PoolClient) => {
  connection.stream.cork()
  process.nextTick(() => connection.stream.uncork())
}

/** A cursor needs the connection for itself: node-postgres rejects one on a connection that pipelines. */
const setPipelining = (client: { pipeline: boolean }, isPipelining: boolean) => {
  client.pipeline = isPipelining
}

const readBatch = (cursor: Cursor<unknown[]>, size: number) =>
  new Promise<{ rows: unknown[][]; names: string[] }>((resolve, reject) => {
    cursor.read(size, (error, rows, result) => {
      if (error) reject(error)
      else resolve({ rows, names: getColumnNames(result?.fields ?? []) })
    })
  }).catch(asUnavailable)
