import type { AnySql, Sql } from './connect.ts'

/** For the rest of the transaction: a plan that is kept knows nothing of what is asked for. */
export const planEachTime = (sql: AnySql) => sql`set local plan_cache_mode = force_custom_plan`

/** A list that may be searched: frequent words want another plan than rare ones, so PostgreSQL must see them. */
export const readMatching = async <T>(
  sql: Sql,
  q: string | undefined,
  read: (sql: AnySql) => PromiseLike<T>,
): Promise<T> => {
  if (!q) return read(sql)
  const found = await sql.begin('read only', async (tx) => {
    await planEachTime(tx)
    return { rows: await read(tx) }
  })
  return found.rows
}
