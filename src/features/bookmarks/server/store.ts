import { topicSlug } from '#core/slugs.ts'
import type { Member } from '#core/viewer.ts'
import {
  bookmarkFigures,
  contribution,
  difference,
  totalsPer,
} from '#features/members/server/contributions-query.ts'
import { addToMembers } from '#features/members/server/member-counters-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { insertNotifications, publishedCount } from '#features/notifications/server/notify-query.ts'
import { joinPost, joinTopicOfPost } from '#features/posts/server/access-query.ts'
import { addToPosts } from '#features/posts/server/post-counters-query.ts'
import { hasTags } from '#features/posts/server/tags-query.ts'
import { canSee } from '#features/posts/server/visibility-query.ts'
import { hasWorkedWith } from '#features/results/server/results-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { exportSection } from '#server/database/export-section.ts'
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
    select exists (select from changed) as added, ${publishedCount(sql, sql`notified`)} as pushed`
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
const updateCounts = (sql: AnySql, member: Member, change: 1 | -1): Fragment => {
  const figures = bookmarkFigures(sql, {
    isOwn: sql`(p.user_id = ${member.id})`,
    isPrivate: sql`p.is_private`,
  })
  const delta = change === 1 ? figures : difference(sql, {}, figures)
  return sql`
    contributed as materialized (
      select p.user_id as author, ${contribution(sql, { member: sql`p.user_id`, post: sql`p.id` }, delta)}
      from changed ${joinPost(sql, sql`changed.post_id`)}
    ), counted as (
      ${addToPosts(sql, sql`select * from contributed`)}
    ), credited as (
      ${addToMembers(sql, totalsPer(sql, 'member', sql`select * from contributed`))}
    )`
}

export const selectBookmark = async (sql: Sql, member: Member, postId: number): Promise<Bookmark | null> => {
  const [row] = await sql<Bookmark[]>`
    select b.id is not null as is_bookmarked, p.bookmark_count
    from posts p left join user_post_bookmarks b on b.post_id = p.id and b.user_id = ${member.id}
    where p.id = ${postId} and ${canSee(sql, member)}`
  return row ?? null
}

export type BookmarkRow = { postId: number; createdAt: Date }

/** A search within bookmarks. `query` is a tsquery, and `maxMs` is the time limit in milliseconds. */
export type BookmarkSearch = {
  query: string | null
  types: string[]
  models: string[]
  works: string[]
  tags: string[]
  topic?: string
  author?: string
  maxMs: number
}

type Page = { limit: number; after?: BookmarkCursor | undefined; search: BookmarkSearch }

/**
 * Lists the member's bookmarks, except on posts they can no longer see. A search that runs out of time
 * returns what it has found so far.
 */
export const selectBookmarks = (sql: AnySql, member: Member, { limit, after, search }: Page) => sql<
  BookmarkRow[]
>`
  select b.post_id, b.created_at
  from user_post_bookmarks b ${joinPost(sql, sql`b.post_id`)} ${matching(sql, search)}
    ${after ? sql`and (b.created_at, b.post_id) < (${new Date(after.time)}, ${after.postId})` : sql``}
    and b.user_id = ${member.id} and ${canSee(sql, member)}
  order by b.created_at desc, b.post_id desc limit ${limit}`

/**
 * The number of the prompt's characters to parse if the post has no row in the search index yet. Parsing this many
 * takes well under a millisecond.
 */
const UNINDEXED_CHARACTERS = 2_000

/** Returns the joins and conditions of a search. */
const matching = (
  sql: AnySql,
  { query, types, models, works, tags, topic, author, maxMs: ms }: BookmarkSearch,
): Fragment => sql`
  ${query === null ? sql`` : sql`left join post_search s on s.post_id = p.id left join private_post_search h on h.post_id = p.id`}
  ${author === undefined ? sql`` : sql`${joinMember(sql, sql`p.user_id`)} and lower(u.username) = lower(${author})`}
  ${topic === undefined ? sql`` : sql`${joinTopicOfPost(sql)}`}
  where true ${topic === undefined ? sql`` : sql`and t.slug = ${topicSlug(topic)}`}
  ${types.length ? sql`and p.type = any(${types}::text[])` : sql``}
  ${models.length ? sql`and p.models && ${models}::text[]` : sql``}
  ${works.length ? sql`and ${hasWorkedWith(sql, works)}` : sql``}
  ${tags.length ? sql`and ${hasTags(sql, tags)}` : sql``}
  ${query === null ? sql`` : sql`and ${matchesInTime(sql, query, ms)}`}`

/**
 * Checks whether a post matches, within the time limit. `case` guarantees the order of evaluation: once the time is
 * up, no more posts are read.
 */
const matchesInTime = (sql: AnySql, query: string, ms: number): Fragment => sql`
  case when clock_timestamp() > statement_timestamp() + ${ms}::double precision * interval '1 millisecond' then false
  else coalesce(s.whole, h.whole, post_search_vector(p.title, p.description, '', left(p.prompt, ${UNINDEXED_CHARACTERS})))
    @@ ${query}::tsquery end`

export const bookmarkExport = exportSection(
  'bookmarks',
  (sql, user, after) => sql`
    select id, post_id, created_at from user_post_bookmarks where user_id = ${user} and id > ${after}`,
)
