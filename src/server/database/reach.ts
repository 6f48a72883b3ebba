import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './connect.ts'
import { describeTarget } from './target.ts'

/** Why the configured database is of no use, in one line for the person who runs the site. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

/** In milliseconds. More than a connection may take: a database that still comes up has its time. */
const PATIENCE = 10_000

/** Waits until the database answers. Throws DatabaseUnreachable where it refuses, or keeps silent for too long. */
export const reach = async (database: Pick<Database, 'ping' | 'sql'>, url: string): Promise<void> => {
  const timer = new AbortController()
  const reason = await Promise.race([
    refusal(database),
    delay(PATIENCE, `for ${PATIENCE / 1000} seconds nothing there has answered as PostgreSQL does`, timer),
  ]).finally(() => timer.abort())
  if (reason === null) return
  // What hangs up without a word, as a server of another kind does, the client would ask again for ever.
  await database.sql.end({ timeout: 0 })
  throw new DatabaseUnreachable(`The database ${describeTarget(url)} cannot be used: ${reason}`)
}

const refusal = async ({ ping, sql }: Pick<Database, 'ping' | 'sql'>): Promise<string | null> => {
  if (await ping()) return null
  return sql`select 1`.then(
    () => null,
    (error: NodeJS.ErrnoException) => error.message || error.code || 'it refuses',
  )
}
