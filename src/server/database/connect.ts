import { errorsOnly, type Log } from '../log.ts'
import { openPool, type Pool, sessionLimits } from './pool.ts'

export type { Sql } from './pool.ts'
export type { AnySql, Fragment } from './sql.ts'

import type { Sql } from './pool.ts'

export type Database = {
  /** The primary: every write, and a member's reads. */
  sql: Sql
  /** A replica where one is configured: visitors' reads. Otherwise the primary. */
  readSql: Sql
  /**
   * A few connections of their own for reads that may be expensive (search, exports, statistics), so that such reads
   * never take the connections that other requests need. `max` is how many reads run at a time.
   */
  expensive: { sql: Sql; readSql: Sql; max: number }
  /** Where the primary is, for whoever needs a connection of their own. */
  url: string
  /** Whether the primary answers within two seconds; never waits for a connection that requests use. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

type Options = {
  url: string
  readUrl?: string | null
  max?: number
  /** The number of connections for expensive reads. */
  maxExpensive?: number
  /** Milliseconds that a statement may take; 0 for no limit. Requests keep the default. */
  statementTimeoutMs?: number
  log?: Log
  /** Receives the text of each statement; tests count them. */
  onQuery?: (text: string) => void
}

/** Milliseconds that a healthy database may take for `select 1`. */
const PING_TIMEOUT_MS = 2_000
/** Milliseconds. No expensive read is worth more than a second. */
const EXPENSIVE_TIMEOUT_MS = 1_000

/**
 * Opens no connection yet: each statement that finds none connects. A failed one rejects (see `databaseMeaning`), and
 * the next one tries again.
 */
export const openDatabase = ({
  url,
  readUrl,
  max = 10,
  maxExpensive = 2,
  statementTimeoutMs,
  log = errorsOnly,
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
        settleLimits(health, [primary, expensive, health], log),
        replica === primary || settleLimits(replica, [replica, expensiveReplica], log),
      ])
      return isPrimaryAvailable
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

/** Visitors' reads may come from a replica; a member must read their own writes. */
export const readsFor = ({ sql, readSql }: Pick<Database, 'sql' | 'readSql'>, viewer: unknown): Sql =>
  viewer ? sql : readSql

/** Whether the server answers; where a pooler refuses our time limits, its pools connect without them from then on. */
const settleLimits = async (asked: Pool, pools: readonly Pool[], log: Log): Promise<boolean> => {
  if (await answers(asked)) return true
  if ((await asked.probe()) !== 'refuses limits') return false
  for (const pool of pools) pool.dropLimits()
  log.warn(
    { limits: sessionLimits },
    'The connection pooler refuses time limits: set them with ALTER ROLE … SET',
  )
  return answers(asked)
}

const answers = async ({ sql }: Pool): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PING_TIMEOUT_MS, false)
  })
  const answer = sql`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
