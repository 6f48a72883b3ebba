import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Sql } from './connect.ts'
import { describeTarget } from './target.ts'

/** Why a configured database is of no use, in one line for the person who runs the site. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

/** In milliseconds. More than a connection may take: a database that still comes up has its time. */
const PATIENCE = 10_000

/**
 * Waits until the database answers, and the replica where there is one: without it no visitor could read. Throws
 * DatabaseUnreachable where one refuses, or keeps silent for too long.
 */
export const reach = async (
  { ping, sql, readSql }: Omit<Database, 'close'>,
  url: string,
  readUrl: string | null = null,
): Promise<void> => {
  await reachOne(ping, sql, url)
  if (readUrl) await reachOne(ping, readSql, readUrl)
}

const reachOne = async (ping: Database['ping'], sql: Sql, url: string): Promise<void> => {
  const timer = new AbortController()
  const reason = await Promise.race([
    refusal(ping, sql),
    delay(PATIENCE, `for ${PATIENCE / 1000} seconds nothing there has answered as PostgreSQL does`, timer),
  ]).finally(() => timer.abort())
  if (reason === null) return
  throw new DatabaseUnreachable(`The database ${describeTarget(url)} cannot be used: ${reason}`)
}

/** The ping finds out which settings a pooler allows, before the query that must succeed. */
const refusal = async (ping: Database['ping'], sql: Sql): Promise<string | null> => {
  await ping()
  return sql`select 1`.then(
    () => null,
    (error: unknown) => (error instanceof Error && error.message) || 'it refuses',
  )
}
