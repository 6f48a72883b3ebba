import type { Member } from '#core/viewer.ts'
import { andNotHiddenByBlock, isBlockedBetween } from '#features/members/server/blocks-query.ts'
import { commentContribution, contributionColumns } from '#features/members/server/contributions-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import {
  joinPost,
  joinPostTopic,
  type LockedPost,
  lockCommentPost,
} from '#features/posts/server/access-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { canParticipateInPost, canSeePost } from '#features/posts/server/visibility-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import { COMMENT_EDIT_WINDOW_MS } from '../contract.ts'

type DuplicateComment = {
  id: number
  post: { id: number; isPrivate: boolean; seoSlug: string; topic: { name: string } | null }
}

/**
 * Lets one request of the member at a time compare and insert a text, on any post. The lock ends with the transaction.
 */
export const lockCommentTexts = (tx: AnySql, userId: number) =>
  tx`select pg_advisory_xact_lock(hashtextextended('comment texts', ${userId}))`

/** Selects the member's oldest other comment with exactly this text on a public post within the last day. */
export const selectDuplicateComment = async (
  sql: AnySql,
  userId: number,
  content: string,
  exceptId: number | null,
): Promise<DuplicateComment | null> => {
  const [row] = await sql<DuplicateComment[]>`
    select c.id, json_build_object('id', p.id, 'isPrivate', p.is_private, 'seoSlug', p.seo_slug,
      'topic', ${topicJson(sql)}) as post
    from comments c ${joinPost(sql, sql`c.post_id`)} ${joinPostTopic(sql)}
    where c.user_id = ${userId} and c.created_at > now() - interval '1 day' and c.content = ${content}
      and not p.is_private and c.id is distinct from ${exceptId}::integer
    order by c.created_at limit 1`
  return row ?? null
}

type Parent = { userId: number | null; isDeleted: boolean; depth: number }

/**
 * Selects the comment that is being replied to, which must be on this post. `depth` is 0 at the top level. One by a member
 * whom the replying member blocks, or who blocks them, counts as deleted.
 */
export const selectParentComment = async (
  sql: AnySql,
  { id: memberId }: Pick<Member, 'id'>,
  postId: number,
  id: number,
): Promise<Parent | null> => {
  const [row] = await sql<Parent[]>`
    with recursive up as (
      select c.id, c.parent_id, 0 as step from comments c where c.id = ${id} and c.post_id = ${postId}
      union all
      select c.id, c.parent_id, u.step + 1 from up u join comments c on c.id = u.parent_id
    )
    select c.user_id, c.is_deleted or ${isBlockedBetween(sql, sql`c.user_id`, sql`${memberId}::integer`)} as is_deleted, (select max(step) from up) as depth
    from comments c where c.id = ${id} and c.post_id = ${postId}`
  return row ?? null
}

type NewComment = { postId: number; parentId: number | null; content: string; mentions: string[] }

/**
 * Inserts a comment, updates the counts of the post and its author, and returns its id. The caller must have
 * locked the post.
 */
export const insertComment = async (
  sql: AnySql,
  member: Member,
  { userId, isPrivate, version }: LockedPost,
  { postId, parentId, content, mentions }: NewComment,
): Promise<number> => {
  const deltas = commentContribution(sql, {
    isOwn: sql`${userId === member.id}::boolean`,
    isPrivate: sql`${isPrivate}::boolean`,
  })
  const to = { member: sql`${userId}::integer`, post: sql`${postId}::integer` }
  const [row] = await sql<{ id: number }[]>`
    with added as (
      insert into comments (post_id, post_version, user_id, parent_id, content, mentions)
      values (${postId}, ${version}, ${member.id}, ${parentId}, ${content}, ${mentions}::text[]) returning id
    ), contributed as materialized (
      select ${contributionColumns(sql, to, deltas)}
    ), counted as (
      ${addToPostCounters(sql, sql`select * from contributed`)}
    ), credited as (
      ${addToMemberCounters(sql, sql`select * from contributed`)}
    )
    select id from added`
  if (!row) throw new Error('The comment was not inserted')
  return row.id
}

type LockedComment = {
  updatedAt: Date
  userId: number | null
  postId: number
  parentId: number | null
  content: string
  mentions: string[]
  isPrivate: boolean
  /** True while the edit window is open. */
  isRecent: boolean
}

/**
 * Locks a comment for editing, after its post, as every transaction does. Returns null if the comment is deleted or the
 * member cannot comment on its post.
 */
export const lockCommentForEdit = async (
  sql: AnySql,
  member: Member,
  id: number,
): Promise<LockedComment | null> => {
  await lockCommentPost(sql, sql`(select post_id from comments where id = ${id})`)
  const [row] = await sql<LockedComment[]>`
    select c.user_id, c.post_id, c.parent_id, c.updated_at, c.content, c.mentions, p.is_private,
      c.created_at > now() - make_interval(secs => ${COMMENT_EDIT_WINDOW_MS / 1000}) as is_recent
    from comments c ${joinPost(sql, sql`c.post_id`)}
    where c.id = ${id} and not c.is_deleted and ${canParticipateInPost(sql, member)}
    for no key update of c`
  return row ?? null
}

type ChangedText = { content: string; mentions: string[] }

export const updateComment = (sql: AnySql, id: number, { content, mentions }: ChangedText) => sql`
  update comments set content = ${content}, mentions = ${mentions}::text[], updated_at = now(), edited_at = now()
  where id = ${id}`

type OwnedComment = { userId: number | null }

/** Selects a comment's author. Returns null if the comment is deleted or the member cannot see it. */
export const selectCommentAuthor = async (
  sql: Sql,
  member: Member,
  id: number,
): Promise<OwnedComment | null> => {
  const [row] = await sql<OwnedComment[]>`
    select c.user_id from comments c ${joinPost(sql, sql`c.post_id`)}
    where c.id = ${id} and not c.is_deleted and ${canSeePost(sql, member)} ${andNotHiddenByBlock(sql, member, sql`c.user_id`)}`
  return row ?? null
}

export const commentExport = defineExportSection(
  'comments',
  (sql, user, after) => sql`
    select id, post_id, post_version, parent_id, content, mentions, score, created_at, updated_at, edited_at
    from comments where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)
