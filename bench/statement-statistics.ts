import { type Database, openDatabase } from '#server/database/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'

type Superuser = Pick<Database, 'sql'>

/** What PostgreSQL has done since the last reset. Times are in milliseconds. */
export type StatementStatistics = { statements: number; planningMs: number; executionMs: number }

/** What PostgreSQL has done for one statement. Times are in milliseconds. */
export type StatementTimes = {
  queryId: string
  calls: number
  plans: number
  planMs: number
  execMs: number
  rows: number
  query: string
}

const LIBRARY = 'pg_stat_statements'

/** Loads the extension that counts statements, which needs a restart. It counts nothing until `countStatements`. */
export const loadStatementStatistics = async (
  embedded: EmbeddedDatabase,
  options: Parameters<typeof startEmbeddedDatabase>[0],
): Promise<EmbeddedDatabase> => {
  const { sql, close } = openDatabase({ url: embedded.superuserUrl, max: 1 })
  const [setting] = await sql`select current_setting('shared_preload_libraries') as libraries`
  const isLoaded = setting?.libraries === LIBRARY
  if (!isLoaded) await sql.unsafe(`alter system set shared_preload_libraries = '${LIBRARY}'`)
  await close()
  if (isLoaded) return embedded
  await embedded.stop()
  return startEmbeddedDatabase(options)
}

/** Runs `work` while PostgreSQL counts and times its statements, and returns what they took. */
export const countStatements = async (
  { sql }: Superuser,
  work: () => Promise<unknown>,
): Promise<StatementStatistics & { details: StatementTimes[] }> => {
  await sql.unsafe(`create extension if not exists ${LIBRARY}`)
  await setTracking(sql, 'top')
  await sql`select pg_stat_statements_reset()`
  await work()
  const details = await sql<StatementTimes[]>`
    select queryid::text as query_id, calls::integer as calls, plans::integer as plans, round(total_plan_time::numeric, 1)::float as plan_ms, round(total_exec_time::numeric, 1)::float as exec_ms, rows::integer as rows, query
    from pg_stat_statements join pg_database d on d.oid = dbid
    where d.datname = current_database() and query not like '%pg_stat_statements%'
    order by total_plan_time + total_exec_time desc`
  await setTracking(sql, 'none')
  const sum = (key: 'calls' | 'planMs' | 'execMs') => details.reduce((total, row) => total + row[key], 0)
  return { statements: sum('calls'), planningMs: sum('planMs'), executionMs: sum('execMs'), details }
}

const setTracking = async (sql: Superuser['sql'], track: 'top' | 'none') => {
  await sql.unsafe(`alter system set pg_stat_statements.track = '${track}'`)
  await sql.unsafe(`alter system set pg_stat_statements.track_planning = on`)
  await sql`select pg_reload_conf()`
}
