import { vi } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'

/** Locks a post on another connection, as a slow transaction would, and returns the function that unlocks it. */
export const holdPostLock = async (
  { directUrl }: Database,
  { id }: { id: number },
): Promise<() => Promise<void>> => {
  const other = openDatabase({ url: directUrl, max: 1 })
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.sql.begin(async (tx) => {
    await tx`select from posts where id = ${id} for update`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await holding
    await other.close()
  }
}

/** Waits until a statement waits for a lock, and returns the id of its process. */
export const waitForBlockedProcess = ({ sql }: Database): Promise<number> =>
  vi.waitFor(
    async () => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      if (!row) throw new Error('Nothing waits for a lock')
      return row.pid
    },
    { timeout: 5_000, interval: 20 },
  )
