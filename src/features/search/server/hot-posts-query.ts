import type { AnySql } from '#server/database/connect.ts'
import { defineJob } from '#server/jobs/job.ts'

/** The number of posts copied per transaction. Writers of the same posts wait for at most one batch. */
const BATCH_SIZE = 500

/**
 * Refreshes the copy of hot posts, which searches for frequent words use first. It contains the top-scored public posts
 * and those from the last day, which are added on publication. Several processes can refresh it concurrently, and each
 * can stop at any point.
 */
export const refreshHotPosts = async (sql: AnySql, signal?: AbortSignal): Promise<void> => {
  await deleteStaleHotPosts(sql)
  const missing = await selectMissingHotPostIds(sql)
  for (let offset = 0; offset < missing.length; offset += BATCH_SIZE) {
    signal?.throwIfAborted()
    await upsertHotPosts(sql, missing.slice(offset, offset + BATCH_SIZE))
  }
}

export const refreshHotPostsJob = defineJob({
  name: 'refresh-hot-posts',
  schedule: '25 * * * *',
  run: ({ sql, signal }) => refreshHotPosts(sql, signal),
})

/** The number of top-scored posts that a search for a frequent word searches first. */
const MAX_HOT_POSTS = 10_000

const topPostIds = (sql: AnySql) => sql`
  select id from posts where not is_private order by score desc, created_at desc, id desc limit ${MAX_HOT_POSTS}`

/** Returns the top posts that are missing from the copy of hot posts, ordered by score. */
export const selectMissingHotPostIds = async (sql: AnySql): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from (${topPostIds(sql)}) best where not exists (select from hot_post_search where post_id = id)`
  return rows.map(({ id }) => id)
}

/** Copies the given posts or updates their copies. `indexPosts` copies new posts, regardless of their score. */
export const upsertHotPosts = (sql: AnySql, ids: readonly number[]) => sql`
  insert into hot_post_search (post_id, visible, whole)
  select post_id, visible, whole from post_search where post_id = any(${[...ids]}::integer[]) order by post_id
  on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole`

/** Deletes the copies of posts that are no longer among the top posts and are more than a day old. */
export const deleteStaleHotPosts = (sql: AnySql) => sql`
  with best as materialized (${topPostIds(sql)})
  delete from hot_post_search s using posts p
  where p.id = s.post_id and p.created_at < now() - interval '1 day' and not exists (select from best where id = p.id)`
