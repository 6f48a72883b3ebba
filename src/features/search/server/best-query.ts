import type { AnySql } from '#server/database/connect.ts'

/** How many of the best-scored posts are looked through for a frequent word. */
const BEST = 10_000

const bestIds = (sql: AnySql) => sql`
  select id from posts where not is_private order by score desc, created_at desc, id desc limit ${BEST}`

/** In the order of their score, as far as they are not in the copy. */
export const findMissingBest = async (sql: AnySql): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from (${bestIds(sql)}) best where not exists (select from best_search where post_id = id)`
  return rows.map(({ id }) => id)
}

/** Also new ones, and what has changed of those that are in it. */
export const addToBest = (sql: AnySql, ids: readonly number[]) => sql`
  insert into best_search (post_id, visible, whole)
  select post_id, visible, whole from post_search where post_id = any(${[...ids]}::integer[]) order by post_id
  on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole`

/** Takes out what is not among the best any more, nor of the last day. */
export const removeFromBest = (sql: AnySql) => sql`
  with best as materialized (${bestIds(sql)})
  delete from best_search s using posts p
  where p.id = s.post_id and p.created_at < now() - interval '1 day' and not exists (select from best where id = p.id)`

/** Of these posts, those that are in the copy. */
export const findInBest = async (sql: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select post_id as id from best_search where post_id = any(${[...ids]}::integer[])`
  return rows.map(({ id }) => id)
}
