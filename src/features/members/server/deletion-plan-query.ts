import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { selectCommentTotals, selectPostTotals } from './contribution-totals-query.ts'
import { selectContributions } from './contributions-query.ts'
import { mentionsMember } from './mentions-query.ts'

/**
 * A plan for deleting content. Every deletion follows the same steps in the caller's transaction: it locks the affected
 * rows, subtracts what the deleted rows have contributed (`sumNegatedContributions`), and deletes the rows.
 */
export type DeletionPlan = {
  /** Queries for the ids of the posts, comments and users to lock. */
  posts: SqlFragment
  comments: SqlFragment
  users: SqlFragment
  /**
   * The deleted rows' contributions to rows that remain. They are not subtracted from tables whose affected rows will all
   * be deleted.
   */
  contributions: SqlFragment
  /** The table whose own rows are deleted. These rows get a stronger lock, so that no new row can refer to them. */
  deleted?: 'posts' | 'comments'
}

/**
 * Plans a change of the privacy of posts, or their deletion. Either changes only what their authors and topics have of
 * them and of their comments, votes and bookmarks.
 */
export const planPostsChange = (sql: AnySql, ids: readonly number[]): DeletionPlan => ({
  posts: sql`select unnest(${[...ids]}::integer[])`,
  comments: sql`select null::integer`,
  users: sql`select user_id from posts where id = any(${[...ids]}::integer[])`,
  contributions: selectPostTotals(sql, ids),
})

/** Plans the deletion of comments with their votes. Of those that are already deleted, only the posts are locked. */
export const planCommentsDeletion = (sql: AnySql, ids: readonly number[]): DeletionPlan => {
  const inIds = sql`any(${[...ids]}::integer[])`
  const rows = selectCommentTotals(sql, ids)
  return {
    posts: sql`select post_id from comments where id = ${inIds}`,
    comments: sql`select id from comments where id = ${inIds} and not is_deleted`,
    users: sql`select member_id from (${rows}) contributions`,
    contributions: rows,
    deleted: 'comments',
  }
}

/** Plans the deletion of votes. */
export const planVotesDeletion = (sql: AnySql, ids: readonly number[]): DeletionPlan => {
  const inIds = sql`v.id = any(${[...ids]}::integer[])`
  return planReactionsDeletion(sql, { postVotes: inIds, commentVotes: inIds })
}

/** Plans the deletion of bookmarks. */
export const planBookmarksDeletion = (sql: AnySql, ids: readonly number[]): DeletionPlan =>
  planReactionsDeletion(sql, { bookmarks: sql`b.id = any(${[...ids]}::integer[])` })

/** Plans the deletion of rows that only contribute to posts, comments and their authors. */
const planReactionsDeletion = (
  sql: AnySql,
  selection: Parameters<typeof selectContributions>[1],
): DeletionPlan => {
  const rows = selectContributions(sql, selection)
  return {
    posts: sql`select post_id from (${rows}) contributions`,
    comments: sql`select comment_id from (${rows}) contributions`,
    users: sql`select member_id from (${rows}) contributions`,
    contributions: rows,
  }
}

/**
 * Plans the deletion of a user who has no comments. The contributions of the user's own posts are left out, because
 * `markPostsDeleted` subtracts them.
 */
export const planUserDeletion = (sql: AnySql, id: number): DeletionPlan => {
  const rows = selectContributions(sql, {
    bookmarks: sql`b.user_id = ${id}`,
    postVotes: sql`v.user_id = ${id}`,
    commentVotes: sql`v.user_id = ${id}`,
  })
  return {
    posts: sql`
      select id from posts where user_id = ${id}
      union select post_id from votes where user_id = ${id}
      union select post_id from user_post_bookmarks where user_id = ${id}
      union select id from posts where ${mentionsMember(sql, sql`mentions`, id)}`,
    comments: sql`
      select id from comments where ${mentionsMember(sql, sql`mentions`, id)}
      union select comment_id from votes where user_id = ${id}`,
    users: sql`
      select ${id}::integer
      union select p.user_id from votes v join posts p on p.id = v.post_id where v.user_id = ${id}
      union select c.user_id from votes v join comments c on c.id = v.comment_id where v.user_id = ${id}
      union select p.user_id from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = ${id}`,
    contributions: rows,
  }
}

/** Locks posts, then comments, then users, each in id order, as every transaction on the site does. */
export const lockAffectedRows = async (tx: AnySql, plan: DeletionPlan): Promise<void> => {
  const strength = (table: DeletionPlan['deleted']) =>
    plan.deleted === table ? tx`for update` : tx`for no key update`
  // Counted, because a hundred thousand ids would keep the main thread busy.
  await tx`
    select count(*) from (
      select from posts where id in (${plan.posts}) order by id ${strength('posts')}) locked`
  await tx`
    select count(*) from (
      select from comments where id in (${plan.comments}) order by id ${strength('comments')}) locked`
  await tx`
    select count(*) from (
      select from users where id in (${plan.users}) order by id for no key update) locked`
}
