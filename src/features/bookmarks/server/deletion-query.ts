import { lockAffectedRows, planBookmarksDeletion } from '#features/members/server/deletion-plan-query.ts'
import { subtractFromPosts } from '#features/posts/server/post-counters-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * Deletes up to `max` of a member's bookmarks in the caller's transaction and corrects every count. Returns how many it
 * found.
 */
export const deleteSomeBookmarks = (tx: AnySql, userId: number, max: number): Promise<number> =>
  deleteBookmarks(tx, tx`select id from user_post_bookmarks where user_id = ${userId} limit ${max}`)

/** Deletes up to `max` bookmarks of posts, as `deleteSomeBookmarks` does. */
export const deleteSomeBookmarksOfPosts = (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  deleteBookmarks(
    tx,
    tx`select id from user_post_bookmarks where post_id = any(${[...postIds]}::integer[]) limit ${max}`,
  )

const deleteBookmarks = async (tx: AnySql, selection: SqlFragment): Promise<number> => {
  const rows = await tx<{ id: number }[]>`${selection}`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const plan = planBookmarksDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  await subtractFromPosts(tx, plan.contributions)
  await tx`delete from user_post_bookmarks where id = any(${ids}::integer[])`
  return ids.length
}
