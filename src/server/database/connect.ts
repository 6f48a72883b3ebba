import { errorLogger, type Logger } from '../log.ts'
import { openPool, type Pool, sessionLimits } from './pool.ts'

export type { Sql } from './pool.ts'
export type { AnySql, Fragment } from './sql.ts'

import type { Sql } from './pool.ts'

export type Database = {
  /** The primary, for all writes and for members' reads. */
  sql: Sql
  /** The replica if one is configured, otherwise the primary; for visitors' reads. */
  readSql: Sql
  /**
   * A separate, small pool for potentially expensive reads (search, exports, statistics), so that they never
   * take connections that other requests need. `max` is the number of concurrent reads.
   */
  expensive: { sql: Sql; readSql: Sql; max: number }
  /** The primary's URL, for code that needs a dedicated connection. */
  url: string
  /**
   * Whether the primary responds within two seconds. Uses its own connection, so it never waits for a busy
   * pool.
   */
  ping(): Promise<boolean>
  close(): Promise<void>
}

type Options = {
  url: string
  readUrl?: string | null
  max?: number
  /** The number of connections for expensive reads. */
  maxExpensive?: number
  /** The statement timeout; 0 disables it. Requests use the default. */
  statementTimeoutMs?: number
  log?: Logger
  /** Receives the text of each statement; tests count them. */
  onQuery?: (text: string) => void
}

/** How long a healthy database may take to run `select 1`. */
const PING_TIMEOUT_MS = 2_000
/** The statement timeout for expensive reads. */
const EXPENSIVE_TIMEOUT_MS = 1_000

/**
 * Creates the pools without connecting: a statement connects if no connection is idle. If that fails, the
 * statement rejects (see `classifyDatabaseError`) and the next one tries again.
 */
export const openDatabase = ({
  url,
  readUrl,
  max = 10,
  maxExpensive = 2,
  statementTimeoutMs,
  log = errorLogger,
  onQuery,
}: Options): Database => {
  const primary = openPool(url, max, onQuery, statementTimeoutMs)
  const replica = readUrl ? openPool(readUrl, max, onQuery) : primary
  const openExpensive = (address: string) => openPool(address, maxExpensive, onQuery, EXPENSIVE_TIMEOUT_MS)
  const expensive = openExpensive(url)
  const expensiveReplica = readUrl ? openExpensive(readUrl) : expensive
  const health = openPool(url, 1)
  const pools = [...new Set([primary, replica, expensive, expensiveReplica, health])]
  return {
    sql: primary.sql,
    readSql: replica.sql,
    expensive: { sql: expensive.sql, readSql: expensiveReplica.sql, max: maxExpensive },
    url,
    ping: async () => {
      const [isPrimaryAvailable] = await Promise.all([
        negotiateLimits(health, [primary, expensive, health], log),
        replica === primary || negotiateLimits(replica, [replica, expensiveReplica], log),
      ])
      return isPrimaryAvailable
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

/** Visitors' reads may come from a replica; a member must read their own writes. */
export const readSqlFor = ({ sql, readSql }: Pick<Database, 'sql' | 'readSql'>, viewer: unknown): Sql =>
  viewer ? sql : readSql

/**
 * Whether the server responds. If a connection pooler rejects the time limits, `pools` connect without them
 * from then on.
 */
const negotiateLimits = async (pool: Pool, pools: readonly Pool[], log: Logger): Promise<boolean> => {
  if (await responds(pool)) return true
  if ((await pool.probe()) !== 'rejects limits') return false
  for (const each of pools) each.dropLimits()
  log.warn(
    { limits: sessionLimits },
    'The connection pooler rejects the session time limits. Set them with ALTER ROLE … SET',
  )
  return responds(pool)
}

const responds = async ({ sql }: Pool): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PING_TIMEOUT_MS, false)
  })
  const response = sql`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer))
}
