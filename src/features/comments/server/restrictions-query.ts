import { MAX_SUBJECT_EXCERPT, MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { sumContributions } from '#features/members/server/contribution-totals-query.ts'
import { lockAffectedRows, planCommentsDeletion } from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { addToPostCounters, subtractFromPosts } from '#features/posts/server/post-counters-query.ts'
import { canSeePost, isNotDeleted, isPrivateByAuthor } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'

type Row = {
  id: number
  postId: number
  topicId: number | null
  authorId: number | null
  content: string
  isRestricted: boolean
  isPrivate: boolean
  isOnPrivatePost: boolean
  revision: string
}

/** Finds a comment for moderation; see `selectCommentSubjects`. */
export const selectCommentSubject = async (
  sql: AnySql,
  viewer: Member | null,
  id: number,
): Promise<ModeratedSubject | null> => (await selectCommentSubjects(sql, viewer, [id]))[0] ?? null

/**
 * Finds comments for moderation, by id. `viewer` is the member who reports them and must see them, or `null` for
 * moderators.
 */
export const selectCommentSubjects = async (
  sql: AnySql,
  viewer: Member | null,
  ids: readonly number[],
): Promise<ModeratedSubject[]> => {
  const rows = await sql<Row[]>`
    select c.id, c.post_id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, coalesce(r.user_id, c.user_id) as author_id,
      left(coalesce(r.content, c.content), ${MAX_SUBJECT_TEXT + CUT_LOOKAHEAD}) as content, c.is_restricted, p.is_private, ${isPrivateByAuthor(sql)} as is_on_private_post,
      md5(coalesce(r.content, c.content)) as revision
    from comments c ${joinPost(sql, sql`c.post_id`)} left join restricted_comments r on r.comment_id = c.id
    where c.id = any(${[...ids]}::integer[]) and ${isNotDeleted(sql)} and (not c.is_deleted or c.is_restricted)
      and ${viewer ? sql`not c.is_deleted and ${canSeePost(sql, viewer)} ${andNotHiddenByBlock(sql, viewer, sql`c.user_id`)}` : sql`true`}
    order by c.id`
  return rows.map(toSubject)
}

const toSubject = ({
  id,
  postId,
  topicId,
  authorId,
  content,
  isRestricted,
  isPrivate,
  isOnPrivatePost,
  revision,
}: Row): ModeratedSubject => ({
  id,
  version: 0,
  postId,
  topicId,
  authorId,
  excerpt: truncateText(content, MAX_SUBJECT_EXCERPT),
  text: truncateText(content, MAX_SUBJECT_TEXT),
  exampleFiles: [],
  tags: [],
  labels: [],
  href: isPrivate ? null : paths.comment({ id: postId, isPrivate }, id),
  isVisible: !isRestricted,
  isPrivate: isOnPrivatePost,
  revision,
})

/**
 * Takes a comment away from its readers, in the caller's transaction: it reads like a deleted one with replies and counts
 * nowhere, while its text, author and votes are kept. Returns false if it does not exist or is taken away already.
 */
export const restrictComment = async (tx: AnySql, id: number): Promise<boolean> => {
  const plan = planCommentsDeletion(tx, [id])
  await lockAffectedRows(tx, plan)
  const { count } = await tx`
    insert into restricted_comments (comment_id, user_id, content, mentions)
    select id, user_id, content, mentions from comments where id = ${id} and not is_deleted`
  if (count === 0) return false
  await subtractFromPosts(tx, plan.contributions)
  await tx`
    update comments set user_id = null, content = '[deleted]', mentions = '{}', is_deleted = true, is_restricted = true
    where id = ${id}`
  return true
}

/** Gives a comment back to its readers with its counts. Returns false if it is not restricted, or its author has left. */
export const restoreComment = async (tx: AnySql, id: number): Promise<boolean> => {
  await lockAffectedRows(tx, {
    ...planCommentsDeletion(tx, [id]),
    comments: tx`select ${id}::integer`,
    users: tx`
      select r.user_id from restricted_comments r where r.comment_id = ${id}
      union select p.user_id from comments c ${joinPost(tx, tx`c.post_id`)} where c.id = ${id}`,
  })
  const { count } = await tx`
    update comments c set user_id = r.user_id, content = r.content, mentions = r.mentions, is_deleted = false, is_restricted = false
    from restricted_comments r where r.comment_id = c.id and c.id = ${id}`
  if (count === 0) return false
  await tx`delete from restricted_comments where comment_id = ${id}`
  const { contributions } = planCommentsDeletion(tx, [id])
  await tx`
    with post_done as (${addToPostCounters(tx, sumContributions(tx, 'post', contributions))}),
      member_done as (${addToMemberCounters(tx, sumContributions(tx, 'member', contributions))})
    select`
  return true
}

/** Deletes the kept texts of removed comments, which then read like any deleted one and cannot be given back. */
export const forgetRestrictedComments = async (tx: AnySql, ids: readonly number[]): Promise<void> => {
  const inIds = tx`any(${[...ids]}::integer[])`
  await tx`select from comments where id = ${inIds} order by id for no key update`
  await tx`update comments set is_restricted = false where id = ${inIds} and is_restricted`
  await tx`delete from restricted_comments where comment_id = ${inIds}`
}

export const restrictedCommentExport = defineExportSection(
  'removedComments',
  (sql, user, after) => sql`
    select comment_id as id, content from restricted_comments where user_id = ${user} and comment_id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)

/** Lists those of these comments that the member can read, if they can see the posts, which the caller checks. */
export const selectReadableComments = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; postId: number }[]
>`
  select c.id, c.post_id from comments c
  where c.id = any(${[...ids]}::integer[]) and not c.is_deleted ${andNotHiddenByBlock(sql, member, sql`c.user_id`)}`
