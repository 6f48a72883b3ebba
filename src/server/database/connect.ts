import pTimeout from 'p-timeout'
import { scaleTimeLimit } from '../limits/scale-time-limit.ts'
import { errorLogger, type Logger } from '../log.ts'
import { summarizeStatement, toSingleLine } from '../tracing/tracing.ts'
import { describeDatabaseUrl } from './database-url.ts'
import { createPool, type Pool, type PoolOptions, type PoolStats } from './pool.ts'
import { describeQueryOrigin } from './query-origin.ts'
import { dropRejectedSessionLimits } from './rejected-limits.ts'
import { type ReplicaPools, type ReplicaState, watchReplicas } from './replicas.ts'
import type { Sql } from './transaction.ts'

export type { AnySql, SqlFragment } from './sql.ts'
export type { Sql } from './transaction.ts'

export type Database = {
  /** The primary, used for all writes and for members' reads. */
  sql: Sql
  /** The usable replicas, or the primary if there are none; used for visitors' reads. */
  readSql: Sql
  /**
   * A separate, small pool for potentially expensive reads (search, exports, statistics), which therefore
   * never use up connections that other requests need. `max` is the maximum number of concurrent reads.
   */
  expensive: { sql: Sql; readSql: Sql; max: number }
  /**
   * The primary's URL for code that needs a dedicated connection; this URL bypasses any connection pooler.
   */
  directUrl: string
  /**
   * Returns whether the primary responds within two seconds. Uses its own connection, so it never waits for a busy
   * pool.
   */
  ping(): Promise<boolean>
  /** Returns the state of each replica; an empty list if there are no replicas. */
  replicaStates(): ReplicaState[]
  poolStats(): Record<string, PoolStats>
  close(): Promise<void>
}

type Options = {
  url: string
  /** The URL of the primary without a connection pooler. Defaults to `url`. */
  directUrl?: string | null
  readUrls?: readonly string[]
  /** Replicas that lag further behind are not used for reads. */
  maxReplicaLagMs?: number
  max?: number
  /** The number of connections for expensive reads. */
  maxExpensive?: number
  /** The statement timeout in milliseconds; 0 disables it. Requests use the default. */
  statementTimeoutMs?: number
  log?: Logger
  /** Statements that take at least this long are logged, without their parameter values. */
  slowQueryMs?: number
  /** Called with the text of each statement; tests use it to count them. */
  onQuery?: (text: string) => void
}

/** How long a healthy database may take to run `select 1`. */
const PING_TIMEOUT_MS = 2_000
/** The statement timeout for expensive reads. */
const EXPENSIVE_TIMEOUT_MS = scaleTimeLimit(1_000)

/**
 * Creates the pools without connecting: a statement opens a connection if none is idle. If that fails, the statement
 * rejects (see `classifyDatabaseError`) and the next statement tries again.
 */
export const openDatabase = ({
  url,
  directUrl,
  readUrls = [],
  maxReplicaLagMs = 1_000,
  max = 10,
  maxExpensive = 2,
  statementTimeoutMs,
  slowQueryMs,
  log = errorLogger,
  onQuery,
}: Options): Database => {
  const onSlow = (text: string, ms: number) =>
    log.warn(
      {
        name: summarizeStatement(text),
        query: toSingleLine(text),
        ms: Math.round(ms),
        ...describeQueryOrigin(),
      },
      'Slow query',
    )
  const shared: PoolOptions = { max, onQuery, onSlow, slowMs: slowQueryMs }
  const openExpensive = (address: string) =>
    createPool(address, {
      ...shared,
      max: maxExpensive,
      statementTimeoutMs: EXPENSIVE_TIMEOUT_MS,
      sharesConnections: false,
    })
  const normal = createPool(url, { ...shared, statementTimeoutMs })
  const expensive = openExpensive(url)
  const health = createPool(url, { max: 1 })
  const replicas = readUrls.map(
    (address): ReplicaPools => ({
      name: describeDatabaseUrl(address),
      normal: createPool(address, shared),
      expensive: openExpensive(address),
      watch: createPool(address, { max: 1 }),
    }),
  )
  const watchPrimary = replicas.length > 0 ? createPool(url, { max: 1 }) : health
  const watched = watchReplicas({
    replicas,
    primary: { normal, expensive },
    watchPrimary,
    maxLagMs: maxReplicaLagMs,
    log,
  })
  const pools = new Set([normal, expensive, health, watchPrimary])
  for (const { name: _, ...own } of replicas) for (const pool of Object.values(own)) pools.add(pool)
  const hasReplicas = replicas.length > 0
  return {
    sql: normal.sql,
    readSql: hasReplicas ? watched.readSql.normal : normal.sql,
    expensive: {
      sql: expensive.sql,
      readSql: hasReplicas ? watched.readSql.expensive : expensive.sql,
      max: maxExpensive,
    },
    directUrl: directUrl ?? url,
    ping: async () =>
      (await responds(health)) ||
      ((await dropRejectedSessionLimits(health, [normal, expensive, health, watchPrimary], log)) &&
        responds(health)),
    replicaStates: watched.states,
    poolStats: () => ({
      primary: normal.stats(),
      expensive: expensive.stats(),
      ...Object.fromEntries(
        replicas.flatMap((replica) => [
          [`replica ${replica.name}`, replica.normal.stats()],
          [`expensive replica ${replica.name}`, replica.expensive.stats()],
        ]),
      ),
    }),
    close: async () => {
      watched.stop()
      await Promise.all([...pools].map((pool) => pool.close()))
    },
  }
}

/** Returns the pool to read from: visitors may read from a replica, but members must see their own writes. */
export const getReadSql = ({ sql, readSql }: Pick<Database, 'sql' | 'readSql'>, viewer: unknown): Sql =>
  viewer ? sql : readSql

/** Returns whether the server responds to a statement in time. */
const responds = async ({ sql }: Pool): Promise<boolean> => {
  const response = sql`select 1`.then(
    () => true,
    () => false,
  )
  return pTimeout(response, { milliseconds: PING_TIMEOUT_MS, fallback: () => false })
}
