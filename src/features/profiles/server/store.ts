import type { Viewer } from '#core/viewer.ts'
import { publicCommentCount } from '#features/comments/server/member-comments-query.ts'
import type { FeedCursor } from '#features/feeds/contract.ts'
import { idByUsername } from '#features/members/server/profile-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'

type Page = { limit: number; offset: number; after?: FeedCursor | undefined; remixes?: string | undefined }

/** Lists a page of a member's public posts or remixes, newest first. */
export const listUserPosts = (
  sql: Sql,
  viewer: Viewer,
  username: string,
  { limit, offset, after, remixes }: Page,
): Promise<PostCard[]> =>
  listCards(
    sql,
    viewer,
    sql`select id, row_number() over () as ord from (
          select id from posts
          where user_id = ${idByUsername(sql, username)} and not is_private ${remixes === 'true' ? sql`and is_remix` : sql``}
          ${after ? sql`and (created_at, id) < (${new Date(after.time)}, ${after.id})` : sql``}
          order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`,
  )

/** Counting stops here. */
const MAX_COUNT = 100

/** How many public remixes and comments on public posts a member has. */
export const countContributions = async (sql: Sql, username: string) => {
  const user = idByUsername(sql, username)
  const [row] = await sql<{ remixCount: number; commentCount: number }[]>`
    select ${publicCommentCount(sql, user, MAX_COUNT)} as comment_count, (
      select count(*)::integer from (
        select from posts where user_id = ${user} and is_remix and not is_private limit ${MAX_COUNT}) as counted) as remix_count`
  return row ?? { remixCount: 0, commentCount: 0 }
}
