import type { Viewer } from '#core/viewer.ts'
import type { Anchor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Profile } from '#features/profiles/contract.ts'
import type { Sql } from '#server/database/connect.ts'

type ProfileRow = Omit<Profile, 'createdAt' | 'posts'> & { createdAt: Date }

export const findProfile = async (sql: Sql, username: string): Promise<ProfileRow | null> => {
  const [row] = await sql<ProfileRow[]>`
    select id, username, avatar, bio, website, x_link, linkedin_link, karma, created_at, post_count
    from users where lower(username) = lower(${username})`
  return row ?? null
}

type Page = { limit: number; offset: number; after?: Anchor | undefined }

/** A member's public posts, newest first. */
export const listPostsOf = (
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
