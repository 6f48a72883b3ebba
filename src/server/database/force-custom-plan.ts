import type { AnySql, Sql } from './connect.ts'

/**
 * Forces custom plans for the rest of the transaction because a cached generic plan cannot take the
 * parameters' values into account.
 */
export const forceCustomPlan = (sql: AnySql) => sql`set local plan_cache_mode = force_custom_plan`

/**
 * Reads a list that may be filtered by search text. Frequent words need a different query plan from rare
 * ones, so a search uses custom plans.
 */
export const readFilteredList = async <T>(
  sql: Sql,
  q: string | undefined,
  read: (sql: AnySql) => PromiseLike<T>,
): Promise<T> => {
  if (!q) return read(sql)
  const result = await sql.begin('read only', async (tx) => {
    await forceCustomPlan(tx)
    return { rows: await read(tx) }
  })
  return result.rows
}
