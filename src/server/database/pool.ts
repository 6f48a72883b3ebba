import pg from 'pg'
import { asUnavailable, createConnectionExecutor } from './connection-executor.ts'
import { createConnectionTurns } from './connection-turns.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { DatabaseConnectionError, isConnectionLost } from './errors.ts'
import { destroyConnection, keepAliveOptions } from './long-connection.ts'
import { createStatementNamer, isStalePlan } from './prepared-statements.ts'
import { isReading, isWriting } from './query-origin.ts'
import { monitorServer, probeServer, type ServerStatus } from './server-probe.ts'
import { createSharedConnections } from './shared-connections.ts'
import { type AnySql, createSqlTag, type Executor, type ParameterizedQuery } from './sql.ts'
import { createBegin, type Sql, withBeginDefaults } from './transaction.ts'

/**
 * Time limits in milliseconds. They are sent in the startup message, which costs no extra round trip, and apply to
 * every statement. PgBouncer rejects these parameters unless its operator allows them (08P01), and `SET` is no
 * substitute, because in transaction mode the next statement may run on another connection.
 */
export const sessionTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

/** How long a request waits for a new or pooled connection. */
const ACQUIRE_TIMEOUT_MS = 5_000
/** This limit is longer than `statement_timeout`, so it aborts only statements whose response was lost. */
const RESPONSE_TIMEOUT_MS = 20_000
/** How long running statements may take to finish while the pool is closing. */
const CLOSE_TIMEOUT_MS = 5_000

export type PoolOptions = {
  max: number
  /** Called with the text of each statement. */
  onQuery?: ((text: string) => void) | undefined
  /** Called with the text of each statement that took at least `slowMs`, and its duration in milliseconds. */
  onSlow?: ((text: string, ms: number) => void) | undefined
  slowMs?: number | undefined
  /** The time limit for a statement; 0 disables it. */
  statementTimeoutMs?: number | undefined
  /** False if a read's statements each have a connection, because they may take long and should not wait for each other. */
  sharesConnections?: boolean
}

/** The numbers of open and idle connections in a pool, and of requests waiting for a connection. */
export type PoolStats = { open: number; idle: number; waiting: number }

export type Pool = {
  sql: Sql
  /** Sends individual statements; `sql` is built on this method. */
  executor: Executor
  stats(): PoolStats
  /** Opens a new connection and returns the server's state. */
  probe(): Promise<ServerStatus>
  /**
   * Makes new connections omit `sessionTimeouts`; they also avoid prepared statements unless the URL requests
   * them.
   */
  dropLimits(): void
  /**
   * Closes all connections immediately. Statements that are running or waiting for a connection reject as unavailable;
   * later ones open new connections.
   */
  disconnect(): void
  /** Waits up to five seconds for running statements, then closes all connections. */
  close(): Promise<void>
}

/** Creates a pool without connecting: a statement opens a connection if none is idle. */
export const createPool = (
  url: string,
  {
    max,
    onQuery = () => {},
    onSlow = () => {},
    slowMs = Infinity,
    statementTimeoutMs = sessionTimeouts.statement_timeout,
    sharesConnections = true,
  }: PoolOptions,
): Pool => {
  const { isPreparedByRequest, ...target } = parseDatabaseUrl(url)
  const pool = new pg.Pool({
    ...target,
    ...sessionTimeouts,
    statement_timeout: statementTimeoutMs,
    max,
    pipeline: true,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: 300_000,
    ...keepAliveOptions,
  })
  const clients = new Set<pg.PoolClient>()
  // A statement on a lost connection rejects anyway; without these listeners, the `error` event would crash the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client))
  // node-postgres makes the password in `pool.options` non-enumerable, so a copy lacks it.
  const probe = () => probeServer({ ...pool.options, password: target.password })
  const monitor = monitorServer(probe)
  const prepared = createStatementNamer()
  let isPreparing = true
  const nameOf = (text: string) => (isPreparing ? prepared.nameOf(text) : undefined)
  const executorOf = (client: pg.PoolClient) =>
    createConnectionExecutor(client, { nameOf, monitor, onQuery, onSlow, slowMs })

  const responseTimeoutMs = statementTimeoutMs === 0 ? Infinity : RESPONSE_TIMEOUT_MS

  /** Callbacks that reject the requests waiting for a connection. */
  const waiting = new Set<() => void>()

  const turns = createConnectionTurns(max)
  /** Waits for a connection, whose `release` also ends its turn. */
  const connect = async (): Promise<pg.PoolClient> => {
    await turns.enter(isWriting() ? 'write' : 'read', ACQUIRE_TIMEOUT_MS)
    try {
      const client = await pool.connect()
      const { release } = client
      client.release = (error) => {
        release.call(client, error)
        turns.leave()
      }
      return client
    } catch (error) {
      turns.leave()
      throw error
    }
  }

  const acquire = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      let isAbandoned = false
      const abandon = () => {
        isAbandoned = true
        reject(new DatabaseConnectionError(new Error('The pool was disconnected')))
      }
      waiting.add(abandon)
      connect()
        .then((client) => (isAbandoned ? client.release(true) : resolve(client)), asUnavailable)
        .catch(reject)
        .finally(() => waiting.delete(abandon))
    })

  /**
   * Runs `work` with a connection. Afterwards, returns the connection to the pool, or closes it if the connection
   * itself failed.
   */
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await acquire()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(isConnectionLost(error))
      throw error
    }
  }

  const withSharedClient = createSharedConnections(acquire)

  const onPool: Executor = {
    run: async <T>(query: ParameterizedQuery) => {
      const using = sharesConnections && isReading() ? withSharedClient : withClient
      const attempt = () => using((client) => executorOf(client).run<T>(query, responseTimeoutMs))
      try {
        return await attempt()
      } catch (error) {
        if (!isStalePlan(error)) throw error
        prepared.rename(query.text)
        return attempt()
      }
    },
    runScript: (text) => withClient((client) => executorOf(client).runScript(text)),
    readBatches: async function* <T>(query: ParameterizedQuery, size: number) {
      const client = await acquire()
      let isComplete = false
      try {
        yield* executorOf(client).readBatches<T>(query, size)
        isComplete = true
      } finally {
        client.release(!isComplete)
      }
    },
  }

  const reserve = async <T>(work: (connection: AnySql) => Promise<T>): Promise<T> => {
    const client = await acquire()
    try {
      return await work(createSqlTag(executorOf(client)))
    } finally {
      client.release(true)
    }
  }

  return {
    sql: Object.assign(createSqlTag(onPool), {
      reserve,
      begin: withBeginDefaults(createBegin({ acquire, executorOf })),
    }),
    executor: onPool,
    stats: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + turns.waiting(),
    }),
    probe,
    disconnect: () => {
      for (const abandon of waiting) abandon()
      for (const client of clients) destroyConnection(client)
    },
    dropLimits: () => {
      for (const name of Object.keys(sessionTimeouts))
        delete pool.options[name as keyof typeof sessionTimeouts]
      isPreparing = isPreparedByRequest
    },
    close: async () => {
      monitor.stop()
      const timer = setTimeout(() => {
        for (const client of clients) destroyConnection(client)
      }, CLOSE_TIMEOUT_MS)
      await pool.end().finally(() => clearTimeout(timer))
    },
  }
}
