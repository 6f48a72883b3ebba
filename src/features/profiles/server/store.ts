import type { Viewer } from '#core/viewer.ts'
import type { FeedCursor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Profile } from '../contract.ts'

type ProfileRow = Omit<Profile, 'createdAt' | 'posts'> & { createdAt: Date }

export const findProfile = async (sql: Sql, username: string): Promise<ProfileRow | null> => {
  const [row] = await sql<ProfileRow[]>`
    select id, username, avatar, bio, website, x_link, linkedin_link, karma, created_at, post_count
    from users where lower(username) = lower(${username}) and profile_completed`
  return row ?? null
}

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
          where user_id = (select id from users where lower(username) = lower(${username})) and not is_private
          ${after ? sql`and (created_at, id) < (${new Date(after.time)}, ${after.id})` : sql``}
          order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`,
  )
