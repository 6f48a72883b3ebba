import {
  sumContributions,
  sumNegatedContributions,
} from '#features/members/server/contribution-totals-query.ts'
import { selectContributions } from '#features/members/server/contributions-query.ts'
import { planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { addToTopicPostCounts } from '#features/topics/server/topics-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * Adds totals (from `sumContributions` in the members feature) to the counters of posts, and returns the new scores.
 * Skips posts whose counters would not change. The fragment can be used as a complete statement or inside a larger one.
 */
export const addToPostCounters = (sql: AnySql, totals: SqlFragment): SqlFragment => sql`
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (${totals}) t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score`

/**
 * Subtracts contributions of rows that are about to be deleted from the counters of posts and members. The caller has
 * locked both.
 */
export const subtractFromPosts = (sql: AnySql, rows: SqlFragment) => sql`
  with post_done as (${addToPostCounters(sql, sumNegatedContributions(sql, 'post', rows))}),
    member_done as (${addToMemberCounters(sql, sumNegatedContributions(sql, 'member', rows))})
  select`

/** Records that someone has reported how the prompt worked. The caller has locked the post. */
export const markPostHasResults = (tx: AnySql, id: number) =>
  tx`update posts set has_results = true where id = ${id} and not has_results`

/** Records that somebody has suggested an edit of the post, as part of a statement. The caller has locked the post. */
export const markPostHasSuggestedEdits = (tx: AnySql, id: number): SqlFragment =>
  tx`update posts set has_suggested_edits = true where id = ${id} and not has_suggested_edits`

/** Adds new posts to the counters of their authors and topics, and the tags of those that are public to the known tags. */
export const addNewPostsToCounters = (
  sql: AnySql,
  ids: readonly number[],
  tags: readonly string[] = [],
): Promise<void> =>
  addTotals(sql, selectContributions(sql, { posts: sql`p.id = any(${[...ids]}::integer[])` }), tags)

/**
 * Updates the stored counters of members and topics after the privacy of posts has changed: adds the
 * contributions of the posts and of their comments, votes and bookmarks, and the tags of posts that are public now. The
 * caller has locked the posts and the affected members.
 */
export const addMemberContributions = (
  sql: AnySql,
  ids: readonly number[],
  tags: readonly string[],
): Promise<void> => addTotals(sql, planPostsChange(sql, ids).contributions, tags)

/**
 * Subtracts what posts contribute to the counters of their authors and topics. The caller has locked the posts and the
 * members.
 */
export const subtractPosts = (sql: AnySql, rows: SqlFragment) => sql`
  with member_done as (${addToMemberCounters(sql, sumNegatedContributions(sql, 'member', rows))}),
    topic_done as (${addToTopicPostCounts(sql, sumNegatedContributions(sql, 'topic', rows))})
  select`

/**
 * Writes members before topics and these before tags, as every transaction does: each part refers to the one before it,
 * so PostgreSQL finishes that first.
 */
const addTotals = async (sql: AnySql, rows: SqlFragment, tags: readonly string[]): Promise<void> => {
  const ofTopics = sql`
    select * from (${sumContributions(sql, 'topic', rows)}) sums where (select count(*) from counted_members) >= 0`
  await sql`
    with counted_members as (
      ${addToMemberCounters(sql, sumContributions(sql, 'member', rows))} returning 1
    ), counted_topics as (
      ${addToTopicPostCounts(sql, ofTopics)} returning 1
    )
    insert into tags (name)
    select name from unnest(${[...new Set(tags)].sort()}::text[]) name where (select count(*) from counted_topics) >= 0
    on conflict do nothing`
}
