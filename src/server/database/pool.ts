import pg from 'pg'
import { asUnavailable, createConnectionExecutor } from './connection-executor.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { classifyDatabaseError, DatabaseConnectionError } from './errors.ts'
import { destroyConnection, keepAliveOptions } from './long-connection.ts'
import { createStatementNamer, isStalePlan } from './prepared-statements.ts'
import { monitorServer, probeServer, type ServerStatus } from './server-probe.ts'
import { type AnySql, createSqlTag, type Executor, type ParameterizedQuery } from './sql.ts'

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

export type Sql = AnySql & {
  /** Runs `work` in one transaction: commits if it resolves, rolls back if it rejects. */
  begin<T>(work: (tx: AnySql) => Promise<T>): Promise<T>
  /** `mode` is the rest of PostgreSQL's `BEGIN` statement, such as `read only`. */
  begin<T>(mode: string, work: (tx: AnySql) => Promise<T>): Promise<T>
  /**
   * The statements that `finish` sends at once are sent together with `commit`. Later ones would not belong to the
   * transaction.
   */
  begin<T, Response>(
    mode: 'read only',
    work: (tx: AnySql) => Promise<T>,
    finish: (tx: AnySql, result: T) => Promise<Response>,
  ): Promise<Response>
  /**
   * Runs `work` outside a transaction with a connection of its own, whose settings it may change. The connection is
   * closed afterwards.
   */
  reserve<T>(work: (connection: AnySql) => Promise<T>): Promise<T>
}

/** `begin` with all its arguments; results are unknown here, because they only pass through. */
export type Begin = (
  mode: string,
  work: (tx: AnySql) => Promise<unknown>,
  finish: (tx: AnySql, result: unknown) => Promise<unknown>,
) => Promise<unknown>

export const withBeginDefaults = (begin: Begin): Sql['begin'] =>
  ((...args: [string, Parameters<Begin>[1], Parameters<Begin>[2]?] | [Parameters<Begin>[1]]) => {
    const [mode, work, finish = async (_tx: AnySql, result: unknown) => result] =
      args.length === 1 ? (['', args[0]] as const) : args
    return begin(mode, work, finish)
  }) as Sql['begin']

export type PoolOptions = {
  max: number
  /** Called with the text of each statement. */
  onQuery?: ((text: string) => void) | undefined
  /** Called with the text of each statement that took at least `slowMs`, and its duration in milliseconds. */
  onSlow?: ((text: string, ms: number) => void) | undefined
  slowMs?: number | undefined
  /** The time limit for a statement; 0 disables it. */
  statementTimeoutMs?: number | undefined
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

  const acquire = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      let isAbandoned = false
      const abandon = () => {
        isAbandoned = true
        reject(new DatabaseConnectionError(new Error('The pool was disconnected')))
      }
      waiting.add(abandon)
      pool
        .connect()
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
      client.release(isLost(error))
      throw error
    }
  }

  const onPool: Executor = {
    run: async <T>(query: ParameterizedQuery) => {
      const attempt = () => withClient((client) => executorOf(client).run<T>(query, responseTimeoutMs))
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

  const begin: Begin = async (mode, work, finish) => {
    let hasBegun = false
    const client = await acquire().catch(asNotBegun)
    const onClient = executorOf(client)
    try {
      const begun = onClient.runScript(`begin ${mode}`).then(() => {
        hasBegun = true
      })
      // Reads are sent together with `begin`. A write would not be rolled back if `begin` failed.
      if (!mode.startsWith('read only')) await begun
      const tx = createSqlTag(onClient)
      const [, result] = await Promise.all([begun, work(tx)])
      // The statements of `finish` are sent before this tick ends.
      const committed = new Promise((resolve, reject) => {
        process.nextTick(() => onClient.runScript('commit').then(resolve, reject))
      })
      const [response] = await Promise.all([finish(tx, result), committed])
      client.release()
      return response
    } catch (error) {
      const isRolledBack = await onClient.runScript('rollback').then(
        () => true,
        () => false,
      )
      client.release(!isRolledBack)
      return hasBegun ? Promise.reject(error) : asNotBegun(error)
    }
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
      begin: withBeginDefaults(begin),
    }),
    executor: onPool,
    stats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
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

/** Rethrows an error that says, if it comes from the connection, that the transaction has not begun. */
const asNotBegun = (error: unknown): never => {
  if (error instanceof DatabaseConnectionError) error.isBeforeTransaction = true
  throw error
}

const isLost = (error: unknown) => classifyDatabaseError(error) === 'unavailable'
