import type { Viewer } from '#core/viewer.ts'
import type { FeedCursor } from '#features/feeds/contract.ts'
import { idByUsername } from '#features/members/server/profile-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'

type Page = { limit: number; offset: number; after?: FeedCursor | undefined }

/** Lists a page of a member's public posts, newest first. */
export const listUserPosts = (
  sql: Sql,
  viewer: Viewer,
  username: string,
  { limit, offset, after }: Page,
): Promise<PostCard[]> =>
  listCards(
    sql,
    viewer,
    sql`select id, row_number() over () as ord from (
          select id from posts
          where user_id = ${idByUsername(sql, username)} and not is_private
          ${after ? sql`and (created_at, id) < (${new Date(after.time)}, ${after.id})` : sql``}
          order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`,
  )
