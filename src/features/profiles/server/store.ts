import type { Member, Viewer } from '#core/viewer.ts'
import { publicCollectionCountColumn } from '#features/collections/server/editors-query.ts'
import { publicCommentCountColumn } from '#features/comments/server/member-comments-query.ts'
import type { FeedCursor } from '#features/feeds/contract.ts'
import { type MuteRow, selectMutes } from '#features/members/server/mutes-query.ts'
import { userIdByUsername } from '#features/members/server/profile-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { selectCards } from '#features/posts/server/card-query.ts'
import { topicNameById } from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import type { Mute } from '../contract-mutes.ts'

type Page = { limit: number; offset: number; after?: FeedCursor | undefined; remixes?: string | undefined }

/** Lists a page of a member's public posts or remixes, newest first. */
export const selectUserPosts = (
  sql: Sql,
  viewer: Viewer,
  username: string,
  { limit, offset, after, remixes }: Page,
): Promise<PostCard[]> =>
  selectCards(
    sql,
    viewer,
    sql`select id, row_number() over () as ord from (
          select id from posts
          where user_id = ${userIdByUsername(sql, viewer, username)} and not is_private ${remixes === 'true' ? sql`and is_remix` : sql``}
          ${after ? sql`and (created_at, id) < (${new Date(after.time)}, ${after.id})` : sql``}
          order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`,
  )

/** Counts are capped at this number. */
const MAX_COUNT = 100

export type ContributionCounts = { remixCount: number; commentCount: number; collectionCount: number }

/**
 * Returns the columns of a profile that count the member's public remixes, their public collections and their comments
 * on public posts.
 */
export const contributionCountColumns = (sql: AnySql): SqlFragment => sql`
  ${publicCommentCountColumn(sql, sql`users.id`, MAX_COUNT)} as comment_count, (
    select count(*)::integer from (
      select from posts where user_id = users.id and is_remix and not is_private limit ${MAX_COUNT}) as counted) as remix_count,
  ${publicCollectionCountColumn(sql, sql`users.id`)} as collection_count`

/** Lists what the member has muted, last muted first. */
export const selectOwnMutes = async (sql: AnySql, member: Member): Promise<Mute[]> =>
  (await selectMutes(sql, member.id, topicNameById(sql, sql`m.topic_id`))).map(toMute)

const toMute = ({ id, kind, value, createdAt, memberId, username, avatar, topicName }: MuteRow): Mute => ({
  id,
  kind,
  member: memberId === null || username === null ? null : { id: memberId, username, avatar },
  value: kind === 'topic' ? topicName : value,
  createdAt,
})
