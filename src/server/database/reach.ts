import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Sql } from './connect.ts'
import { DatabaseUnavailable } from './errors.ts'
import { describeTarget } from './target.ts'

/** Why a configured database is of no use, in one line for the person who runs the site. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

/** In milliseconds. More than a connection may take: a database that still comes up has its time. */
const PATIENCE = 10_000
const RETRY_MS = 200

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
    refusal(ping, sql, timer.signal),
    delay(PATIENCE, `for ${PATIENCE / 1000} seconds nothing there has answered as PostgreSQL does`, timer),
  ]).finally(() => timer.abort())
  if (reason === null) return
  throw new DatabaseUnreachable(`The database ${describeTarget(url)} cannot be used: ${reason}`)
}

/** Returns null once the database answers, or why it never will; asks again while it may still be starting. */
const refusal = async (ping: Database['ping'], sql: Sql, signal: AbortSignal): Promise<string | null> => {
  for (;;) {
    // The ping finds out which settings a pooler allows, before the query that must succeed.
    await ping()
    const error = await sql`select 1`.then(
      () => null,
      (reason: unknown) => reason as Error & { code?: string },
    )
    if (error === null) return null
    if (!isStarting(error) || signal.aborted) return error.message || 'it refuses connections'
    await delay(RETRY_MS)
  }
}

/** PostgreSQL says so (57P03), or hangs up without a word, as a container's port does before its database listens. */
const isStarting = (error: Error & { code?: string }): boolean =>
  error.code === '57P03' ||
  (error instanceof DatabaseUnavailable && !(error.cause as { code?: string })?.code)
