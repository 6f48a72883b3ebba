import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { joinFragments } from '#server/database/fragments.ts'
import {
  COUNTER_NAMES,
  contributionColumns,
  postContribution,
  selectContributions,
} from './contributions-query.ts'

/**
 * Selects what the authors and topics of posts have of them and of their comments, bookmarks and votes: the sums of
 * `selectContributions`, one row per post. Takes them from the stored counts of the posts, which the caller has locked, so
 * that only the votes must be read: others wait for these posts.
 */
export const selectPostTotals = (sql: AnySql, ids: readonly number[]): SqlFragment => {
  const ofOthers = {
    comments: sql`p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id = p.user_id and not c.is_deleted)`,
    bookmarks: sql`p.bookmark_count - (select count(*) from user_post_bookmarks b where b.post_id = p.id and b.user_id = p.user_id)`,
    upvotes: sql`(select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id)`,
  }
  const whenPublic = (sum: SqlFragment) => sql`case when p.is_private then 0 else ${sum} end`
  return sql`
    select ${contributionColumns(
      sql,
      { member: sql`p.user_id`, topic: sql`p.topic_id` },
      {
        ...postContribution(sql, sql`p.is_private`),
        karma: sql`p.score - coalesce((select v.value from votes v where v.post_id = p.id and v.user_id = p.user_id), 0)`,
        total_upvotes: whenPublic(ofOthers.upvotes),
        total_engagement: whenPublic(sql`${ofOthers.upvotes} + ${ofOthers.comments} + ${ofOthers.bookmarks}`),
      },
    )}
    from posts p where p.id = any(${[...ids]}::integer[])`
}

/**
 * Selects what comments contribute to their posts, and what the authors have of them and of their votes: the sums of
 * `selectContributions`. Takes the karma from the stored scores, so that of 100,000 votes only the upvotes must be read.
 */
export const selectCommentTotals = (sql: AnySql, ids: readonly number[]): SqlFragment => {
  const inIds = sql`c.id = any(${[...ids]}::integer[])`
  const upvotes = sql`(select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id)`
  return sql`
    ${selectContributions(sql, { comments: inIds })}
    union all
    select ${contributionColumns(
      sql,
      { member: sql`c.user_id`, comment: sql`c.id` },
      {
        karma: sql`c.score - coalesce((select v.value from votes v where v.comment_id = c.id and v.user_id = c.user_id), 0)`,
        total_upvotes: upvotes,
        total_engagement: upvotes,
      },
    )}
    from comments c where ${inIds}`
}

/**
 * Sums up contributions, so that each member (or post, comment, topic) has one row. Sorting by id makes the
 * subsequent update process the table in order, which is 25% faster.
 */
export const sumContributions = (
  sql: AnySql,
  target: 'member' | 'post' | 'comment' | 'topic',
  rows: SqlFragment,
): SqlFragment => sumUp(sql, `${target}_id`, rows, sql`sum`)

/**
 * Returns the totals of `sumContributions` with the opposite sign, to subtract the contributions of rows that
 * are about to be deleted.
 */
export const sumNegatedContributions = (
  sql: AnySql,
  target: 'member' | 'post' | 'comment' | 'topic',
  rows: SqlFragment,
): SqlFragment => sumUp(sql, `${target}_id`, rows, sql`-sum`)

const sumUp = (sql: AnySql, column: string, rows: SqlFragment, sum: SqlFragment): SqlFragment => {
  const id = sql(column)
  const sums = COUNTER_NAMES.map((name) => sql`${sum}(${sql(name)}) as ${sql(name)}`)
  return sql`
    select ${id}, ${joinFragments(sql, sums, sql`, `)}
    from (${rows}) contributions where ${id} is not null group by ${id} order by ${id}`
}
