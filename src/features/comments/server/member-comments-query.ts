import { markdownToPlainText } from '#core/markdown-to-plain-text.ts'
import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinPost, joinPostTopic } from '#features/posts/server/access-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import type { MemberComment } from '../contract-member.ts'

/** The maximum length of an excerpt in characters. The excerpt's link leads to the full comment. */
const MAX_EXCERPT = 500

/** Returns the SQL clauses that select a member's comments that everybody can see. `userId` is an SQL expression. */
const publicComments = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`
  from comments c ${joinPost(sql, sql`c.post_id`)}
  where c.user_id = ${userId} and not c.is_deleted and not p.is_private`

/**
 * Returns an SQL subquery that counts a member's comments on public posts and stops at `max`. `userId` is an SQL
 * expression.
 */
export const publicCommentCountColumn = (sql: AnySql, userId: SqlFragment, max: number): SqlFragment => sql`
  (select count(*)::integer from (select ${publicComments(sql, userId)} limit ${max}) as counted)`

/**
 * Lists a member's comments on public posts, newest first. If `before` is set, lists only comments older than that
 * one.
 */
export const selectMemberComments = async (
  sql: Sql,
  viewer: Viewer,
  userId: number,
  before: number | undefined,
  max: number,
): Promise<MemberComment[]> => {
  const rows = await sql<(MemberComment & { isCut: boolean })[]>`
    select c.id, left(c.content, ${MAX_EXCERPT + CUT_LOOKAHEAD}) as excerpt, length(c.content) > ${MAX_EXCERPT} as is_cut,
      c.score, c.created_at, json_build_object(
        'id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', null, 'seoSlug', p.seo_slug,
        'topic', ${topicJson(sql)}) as post
    from (
      select c.id ${publicComments(sql, sql`${userId}::integer`)} ${andNotHiddenByBlock(sql, viewer, sql`p.user_id`)}
        ${before === undefined ? sql`` : sql`and (c.created_at, c.id) < (select created_at, id from comments where id = ${before})`}
      order by c.created_at desc, c.id desc limit ${max}) as page
    join comments c on c.id = page.id ${joinPost(sql, sql`c.post_id`)} ${joinPostTopic(sql)}
    order by c.created_at desc, c.id desc`
  return rows.map(({ isCut, excerpt: selected, ...comment }) => {
    const excerpt = truncateText(selected, MAX_EXCERPT)
    // A comment may consist of marks only; its excerpt is a link and must not be empty.
    const plain = markdownToPlainText(excerpt, isCut).trim() || excerpt
    return { ...comment, excerpt: plain + (isCut ? ' …' : '') }
  })
}
