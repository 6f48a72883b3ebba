import { type AnySql, type Database, openDatabase } from '#server/database/connect.ts'
import { waitFor } from './wait-until.ts'

type Row = { id: number }

/** Locks a post on another connection, as a slow transaction would, and returns the function that unlocks it. */
export const holdPostLock = (database: Database, { id }: Row) =>
  holdLock(database, (tx) => tx`select from posts where id = ${id} for update`)

/** Locks a member on another connection, and returns the function that unlocks them. */
export const holdMemberLock = (database: Database, { id }: Row) =>
  holdLock(database, (tx) => tx`select from users where id = ${id} for no key update`)

const holdLock = async (
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

/** Waits until a statement waits for a lock, and returns the id of its process. */
export const waitForBlockedProcess = ({ sql }: Database): Promise<number> =>
  waitFor(async () => {
    const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    if (!row) throw new Error('Nothing waits for a lock')
    return row.pid
  })
