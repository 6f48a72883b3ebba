import postgres from 'postgres'
import { errorsOnly, type Log } from '../log.ts'
import { connectionTarget } from './target.ts'

/** Column names are camelCase in code and snake_case in PostgreSQL; `timestamptz` arrives as Date. */
export type Sql = postgres.Sql
/** The pool or a transaction: what takes queries, whichever it is. */
export type AnySql = postgres.ISql
/** Part of a query, made by the same tag; values in it are always parameters. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

export type Database = {
  /** The primary: every write, and a member's reads. */
  sql: Sql
  /** A replica where one is configured: visitors' reads. Otherwise the primary. */
  readSql: Sql
  /** Whether the primary answers within two seconds. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

type Options = {
  url: string
  readUrl?: string | null
  max?: number
  log?: Log
  /** Hears each query; tests count them. */
  onQuery?: (text: string) => void
}

/**
 * Opens no connection yet: each query that finds none connects. A failed one rejects (see `databaseMeaning`) and
 * the next tries again.
 */
export const openDatabase = ({ url, readUrl, max = 10, log = errorsOnly, onQuery }: Options): Database => {
  const sql = openPool(url, max, onQuery)
  const readSql = readUrl ? openPool(readUrl, max, onQuery) : sql
  return {
    sql,
    readSql,
    ping: async () => {
      const settled = await Promise.all([
        settleLimits(sql, log),
        readSql === sql || settleLimits(readSql, log),
      ])
      return settled[0]
    },
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), readSql === sql || readSql.end({ timeout: 5 })])
    },
  }
}

/** Visitors' reads may come from a replica; a member must read their own writes. */
export const readsFor = ({ sql, readSql }: Database, viewer: unknown): Sql => (viewer ? sql : readSql)

/**
 * Limits in milliseconds. They travel with the connection's first message, which costs nothing and holds for every
 * statement. PgBouncer refuses such parameters unless its operator lists them (08P01), and `SET` is no substitute:
 * in transaction mode the next statement may run elsewhere. So when they are refused we connect without them.
 * Prepared statements are then left off too, for PgBouncer before 1.24 does not follow them by default; `?prepare=true`
 * in the address keeps them.
 */
const limits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

const openPool = (url: string, max: number, onQuery: Options['onQuery']) => {
  const target = connectionTarget(url)
  return postgres(target.url, {
    ...(target.path && { path: target.path }),
    max,
    connect_timeout: 5,
    idle_timeout: 300,
    // The default waits up to 20 seconds before it tries a lost database again, and requests wait with it.
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    transform: postgres.camel,
    onnotice: () => {},
    ...(onQuery && { debug: (_connection: number, query: string) => onQuery(query) }),
    connection: { application_name: 'prompt-collection', ...limits },
  })
}

const settleLimits = async (sql: Sql, log: Log): Promise<boolean> => {
  const answer = await probe(sql)
  if (answer !== 'refused') return answer === 'well'
  // Each connection reads these when it is made, and each query when it is sent.
  const options = sql.options as { connection: Record<string, unknown>; prepare: boolean | string }
  for (const name of Object.keys(limits)) delete options.connection[name]
  if (options.prepare !== 'true') options.prepare = false
  log.warn({ limits }, 'The connection pooler refuses time limits: set them with ALTER ROLE … SET')
  return (await probe(sql)) === 'well'
}

const probe = async (sql: Sql): Promise<'well' | 'away' | 'refused'> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'away'>((resolve) => {
    timer = setTimeout(resolve, 2000, 'away')
  })
  const answer = sql`select 1`.then(
    () => 'well' as const,
    (error: unknown) => (isRefusedParameter(error) ? ('refused' as const) : ('away' as const)),
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const isRefusedParameter = (error: unknown) =>
  error instanceof postgres.PostgresError && /unsupported startup parameter/i.test(error.message)
