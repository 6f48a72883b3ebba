import { contributions, totalsPer } from '#features/members/server/contributions-query.ts'
import { deletionOfPosts } from '#features/members/server/deletion-plan-query.ts'
import { addToMembers } from '#features/members/server/member-counters-query.ts'
import { addToTopics } from '#features/topics/server/topics-query.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

/**
 * Adds totals (`totalsPer` in the members feature) to the figures of posts. A post whose figures stay the
 * same is not written. Returns the new scores. The fragment is a statement, or a part of a larger one.
 */
export const addToPosts = (sql: AnySql, totals: Fragment): Fragment => sql`
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (${totals}) t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score`

/** Notes that somebody has said how the prompt worked. The post must be locked. */
export const markHavingResults = (tx: AnySql, id: number) =>
  tx`update posts set has_results = true where id = ${id} and not has_results`

/**
 * Counts new posts for their authors and topics. Locks members before topics, each in id order, as every
 * transaction does.
 */
export const countNewPosts = (sql: AnySql, ids: readonly number[]): Promise<void> =>
  addTotals(sql, contributions(sql, { posts: sql`p.id = any(${[...ids]}::integer[])` }))

/** Counts posts with everything on them, after their privacy has changed. The posts and their members are locked. */
export const addContributionsOf = (sql: AnySql, ids: readonly number[]): Promise<void> =>
  addTotals(sql, deletionOfPosts(sql, ids).contributions)

const addTotals = async (sql: AnySql, rows: Fragment): Promise<void> => {
  await sql`${addToMembers(sql, totalsPer(sql, 'member', rows))}`
  await sql`${addToTopics(sql, totalsPer(sql, 'topic', rows))}`
}
