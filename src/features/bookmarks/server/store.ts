import type { Member } from '#core/viewer.ts'
import { sumContributions } from '#features/members/server/contribution-totals-query.ts'
import {
  bookmarkContribution,
  contributionColumns,
  contributionDifference,
} from '#features/members/server/contributions-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import {
  insertNotifications,
  publishAndCountNotifications,
} from '#features/notifications/server/notify-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import { buildListSearchClauses, type ListSearch } from '#features/search/server/list-search-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { Bookmark, BookmarkCursor } from '../contract.ts'

/**
 * Adds the bookmark, updates the counts and notifies the author. Returns false if the bookmark already
 * existed. The caller must have locked the post.
 */
export const insertBookmark = async (sql: AnySql, member: Member, postId: number): Promise<boolean> => {
  const [row] = await sql<{ added: boolean }[]>`
    with changed as (
      insert into user_post_bookmarks (user_id, post_id) values (${member.id}, ${postId})
      on conflict do nothing returning post_id
    ), ${updateCounts(sql, member, 1)}, notified as (${insertNotifications(
      sql,
      sql`select author, 'bookmark', post_id, ${member.id}::integer, null::integer from contributed`,
    )})
    select exists (select from changed) as added, ${publishAndCountNotifications(sql, sql`notified`)} as pushed`
  return row?.added ?? false
}

/**
 * Removes the bookmarks and updates the counts. Returns false if there were none. The caller must have locked
 * the posts and, if there are several, their authors.
 */
export const deleteBookmarks = async (
  sql: AnySql,
  member: Member,
  postIds: readonly number[],
): Promise<boolean> => {
  const [row] = await sql<{ removed: boolean }[]>`
    with changed as (
      delete from user_post_bookmarks where user_id = ${member.id} and post_id = any(${[...postIds]}::integer[])
      returning post_id
    ), ${updateCounts(sql, member, -1)}
    select exists (select from changed) as removed`
  return row?.removed ?? false
}

/** Updates the posts' counts and, for public posts that are not the member's own, the authors' engagement. */
const updateCounts = (sql: AnySql, member: Member, change: 1 | -1): SqlFragment => {
  const deltas = bookmarkContribution(sql, {
    isOwn: sql`(p.user_id = ${member.id})`,
    isPrivate: sql`p.is_private`,
  })
  const delta = change === 1 ? deltas : contributionDifference(sql, {}, deltas)
  return sql`
    contributed as materialized (
      select p.user_id as author, ${contributionColumns(sql, { member: sql`p.user_id`, post: sql`p.id` }, delta)}
      from changed ${joinPost(sql, sql`changed.post_id`)}
    ), counted as (
      ${addToPostCounters(sql, sql`select * from contributed`)}
    ), credited as (
      ${addToMemberCounters(sql, sumContributions(sql, 'member', sql`select * from contributed`))}
    )`
}

export const selectBookmark = async (sql: Sql, member: Member, postId: number): Promise<Bookmark | null> => {
  const [row] = await sql<Bookmark[]>`
    select b.id is not null as is_bookmarked, p.bookmark_count
    from posts p left join user_post_bookmarks b on b.post_id = p.id and b.user_id = ${member.id}
    where p.id = ${postId} and ${canSeePost(sql, member)}`
  return row ?? null
}

export type BookmarkRow = { postId: number; createdAt: Date }

type Page = { limit: number; after?: BookmarkCursor | undefined; search: ListSearch | null }

/**
 * Lists the member's bookmarks, except those for posts that they can no longer see. A search that runs out of
 * time returns the matches it has found so far.
 */
export const selectBookmarks = (sql: AnySql, member: Member, { limit, after, search }: Page) => sql<
  BookmarkRow[]
>`
  select b.post_id, b.created_at
  from user_post_bookmarks b ${joinPost(sql, sql`b.post_id`)} ${buildListSearchClauses(sql, member, search)}
    ${after ? sql`and (b.created_at, b.post_id) < (${new Date(after.time)}, ${after.postId})` : sql``}
    and b.user_id = ${member.id} and ${canSeePost(sql, member)}
  order by b.created_at desc, b.post_id desc limit ${limit}`

export const bookmarkExport = defineExportSection(
  'bookmarks',
  (sql, user, after) => sql`
    select id, post_id, created_at from user_post_bookmarks where user_id = ${user} and id > ${after}`,
)
