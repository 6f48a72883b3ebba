import { markdownToPlainText } from '#core/markdown-to-plain-text.ts'
import { REMOVED_COLLECTION_TITLE } from '#core/moderated-subject.ts'
import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { mutedIds, mutedWordsPattern } from '#features/members/server/mutes-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { shownAvatar } from '#features/members/server/standing-query.ts'
import { joinPost, joinPostTopic } from '#features/posts/server/access-query.ts'
import { isMutedPost } from '#features/posts/server/muted-posts-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import { topicNameById } from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { Notification, NotificationCursor } from '../contract.ts'
import { COMMENT_EXCERPT_LENGTH, MAX_GROUP_SIZE } from '../contract-values.ts'

type Common = Omit<
  Notification,
  'postId' | 'fromUser' | 'post' | 'topic' | 'collection' | 'webhook' | 'decision'
> & {
  webhookHost: string | null
  decisionId: number | null
  decisionTitle: string | null
}

type PostRow = Common & {
  postId: number
  username: string
  avatar: string | null
  title: string
  isPrivate: boolean
  privateId: string | null
  seoSlug: string
  topicName: string | null
  topicId: null
  linkId: null
}

/**
 * A notification about a topic. `topicName` is the topic's current name, or the requested name if there is no topic.
 */
type TopicRow = Common & {
  postId: null
  topicId: number | null
  topicName: string
  linkId: null
}

/** A notification about a collection. `linkId` is the id in the collection's URL, and `title` is its name. */
type CollectionRow = Common & {
  postId: null
  username: string
  avatar: string | null
  title: string
  linkId: string
}

/**
 * Returns an SQL condition that restricts notifications `n` to those that belong to the member and are about posts and
 * comments that the member can still see.
 */
export const visibleNotifications = (
  sql: AnySql,
  userId: number | SqlFragment,
  seesPost: SqlFragment,
): SqlFragment => sql`
  n.user_id = ${userId} and ${seesPost}
  and not exists (select from comments c where c.id = n.comment_id and c.is_deleted)`

/** Returns an SQL condition that the member has muted who caused the notification `n`. `userId` is an SQL expression. */
export const isFromMuted = (sql: AnySql, userId: SqlFragment): SqlFragment =>
  sql`coalesce(n.from_user_id = any(${mutedIds(sql, userId, 'member')}), false)`

/**
 * Returns an SQL condition that the member has muted what the notification `n` about the post `p` is about: who caused it,
 * the post of somebody else, or a word of the comment. `userId` is an SQL expression.
 */
export const isMutedNotification = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`
  (${isFromMuted(sql, userId)} or p.user_id <> ${userId} and ${isMutedPost(sql, userId)}
    or coalesce((select c.content from comments c where c.id = n.comment_id) ~* ${mutedWordsPattern(sql, userId)}, false))`

type Page = {
  limit: number
  after?: NotificationCursor | undefined
  /** An SQL condition on notifications `n`. Only notifications that satisfy it are listed. */
  only?: SqlFragment
}

/**
 * Lists a page of notifications, newest first, in one query. Notifications without a post are about topics or
 * collections.
 */
export const selectNotifications = async (
  sql: Sql,
  member: Member,
  { limit, after, only }: Page,
): Promise<Notification[]> => {
  const afterCursor = after ? sql`and (n.created_at, n.id) < (${new Date(after.time)}, ${after.id})` : sql``
  const isListed = only ? sql`${afterCursor} and ${only}` : afterCursor
  const rows = await sql<(PostRow | TopicRow | CollectionRow)[]>`
    with about_posts as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, ${shownAvatar(sql, sql`u`)} as avatar, p.title, p.is_private, p.private_id, p.seo_slug, t.name as topic_name,
        null::integer as topic_id, null::text as link_id, null::text as webhook_host,
        null::integer as decision_id, null::text as decision_title
      from notifications n
      ${joinPost(sql, sql`n.post_id`)}
      ${joinMember(sql, sql`n.from_user_id`)}
      ${joinPostTopic(sql)}
      where ${visibleNotifications(sql, member.id, canSeePost(sql, member))} ${isListed}
        ${andNotBlocked(sql, member, sql`n.from_user_id`)} ${member.hasMutes ? sql`and not ${isMutedNotification(sql, sql`${member.id}::integer`)}` : sql``}
      order by n.created_at desc, n.id desc limit ${limit}
    ), about_others as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, ${shownAvatar(sql, sql`u`)} as avatar, case when c.restricted_visibility is null then c.title else ${REMOVED_COLLECTION_TITLE} end, null::boolean, null, null,
        coalesce(${topicNameById(sql, sql`n.topic_id`)}, n.topic_name), n.topic_id, c.link_id, n.webhook_host, n.decision_id, n.decision_title
      from notifications n left join users u on u.id = n.from_user_id left join collections c on c.id = n.collection_id
      where n.user_id = ${member.id} and n.post_id is null ${isListed}
        ${andNotBlocked(sql, member, sql`n.from_user_id`)} ${member.hasMutes ? sql`and not ${isFromMuted(sql, sql`${member.id}::integer`)}` : sql``}
      order by n.created_at desc, n.id desc limit ${limit}
    ), page as materialized (
      select * from about_posts union all select * from about_others
      order by created_at desc, id desc limit ${limit}
    ), described as materialized (
      select page.*, page.type = 'comment' and c.parent_id is not null as is_reply,
        left(c.content, ${COMMENT_EXCERPT_LENGTH + CUT_LOOKAHEAD}::integer) as excerpt,
        case when page.type <> 'comment' then page.comment_id end as target_comment
      from page left join comments c on c.id = page.comment_id
    ), sizes as materialized (
      select k.*, case when k.type = 'comment' then (
          select count(distinct same.user_id)::integer from (
            select c.user_id from comments c
            where c.post_id = k.post_id and c.parent_id is null and not c.is_deleted and c.user_id <> ${member.id}
            order by c.created_at desc, c.id desc limit ${MAX_GROUP_SIZE}) as same)
        else (
          select count(*)::integer from (
            select from notifications g
            where g.post_id = k.post_id and g.user_id = ${member.id} and g.type = k.type
              and g.comment_id is not distinct from k.target_comment
            limit ${MAX_GROUP_SIZE}) as same)
        end as size
      from (
        select distinct type, post_id, target_comment from described where post_id is not null and not is_reply and suggested_edit_id is null) k
    )
    select d.id, d.user_id, d.type, d.post_id, d.from_user_id, d.comment_id, d.suggested_edit_id, d.is_read, d.created_at, d.username,
      d.avatar, d.title, d.is_private, d.private_id, d.seo_slug, d.topic_name, d.topic_id, d.link_id, d.webhook_host, d.decision_id, d.decision_title, d.is_reply, d.excerpt,
      coalesce(sizes.size, 1) as group_size
    from described d
    left join sizes on not d.is_reply and d.suggested_edit_id is null and sizes.type = d.type and sizes.post_id = d.post_id
      and sizes.target_comment is not distinct from d.target_comment
    order by d.created_at desc, d.id desc`
  return rows.map(toNotification)
}

/** Returns the beginning of a comment without its Markdown. */
const toPlainExcerpt = (beginning: string): string => {
  const excerpt = truncateText(beginning, COMMENT_EXCERPT_LENGTH)
  return markdownToPlainText(excerpt, excerpt !== beginning)
}

const toNotification = (row: PostRow | TopicRow | CollectionRow): Notification => {
  const { id, userId, type, fromUserId, commentId, suggestedEditId } = row
  const { isReply, groupSize, isRead, createdAt } = row
  const excerpt = row.excerpt && toPlainExcerpt(row.excerpt)
  const action = { id, userId, type, fromUserId, commentId, suggestedEditId, isReply, groupSize, excerpt }
  const common = {
    ...action,
    isRead,
    createdAt,
    postId: null,
    post: null,
    topic: null,
    collection: null,
    webhook: null,
    decision: null,
    fromUser: null,
  }
  if (row.webhookHost !== null) return { ...common, webhook: { host: row.webhookHost } }
  if (row.decisionId !== null)
    return { ...common, decision: { id: row.decisionId, title: row.decisionTitle ?? '' } }
  if (row.postId === null && row.linkId === null)
    return { ...common, topic: { name: row.topicName, isLinked: row.topicId !== null } }
  const fromUser = { username: row.username, avatar: row.avatar }
  if (row.postId === null) return { ...common, fromUser, collection: { id: row.linkId, title: row.title } }
  const { postId, title, isPrivate, privateId, seoSlug, topicName } = row
  const topic = topicName === null ? null : { name: topicName }
  return { ...common, fromUser, postId, post: { id: postId, title, isPrivate, privateId, seoSlug, topic } }
}

export const notificationExport = defineExportSection(
  'notifications',
  (sql, user, after) => sql`
    select id, type, post_id, comment_id, suggested_edit_id, topic_name, webhook_host, decision_title, is_read, created_at,
      (select link_id from collections c where c.id = n.collection_id) as collection,
      (select username from users u where u.id = n.from_user_id) as from_user
    from notifications n where user_id = ${user} and id > ${after}`,
)
