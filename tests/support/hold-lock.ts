import { type AnySql, type Database, openDatabase } from '#server/database/connect.ts'
import { waitFor } from './wait-until.ts'

type Row = { id: number }

/** Locks a post on another connection, as a slow transaction would, and returns the function that unlocks it. */
export const holdPostLock = (database: Database, { id }: Row) =>
  holdLock(database, (tx) => tx`select from posts where id = ${id} for update`)

/** Locks a member on another connection, and returns the function that unlocks them. */
export const holdMemberLock = (database: Database, { id }: Row) =>
  holdLock(database, (tx) => tx`select from users where id = ${id} for no key update`)

/** Takes a lock on another connection, and returns the function that releases it. */
export const holdLock = async (
  { directUrl }: Database,
  lock: (tx: AnySql) => PromiseLike<unknown>,
): Promise<() => Promise<void>> => {
  const other = openDatabase({ url: directUrl, max: 1 })
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.sql.begin(async (tx) => {
    await lock(tx)
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

/** Waits until so many statements wait for locks, and returns the id of the process of one of them. */
export const waitForBlockedProcess = ({ sql }: Database, count = 1): Promise<number> =>
  waitFor(async () => {
    const rows = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    const [row] = rows
    if (!row || rows.length < count) throw new Error(`${rows.length} of ${count} statements wait for a lock`)
    return row.pid
  })
