import type { Viewer } from '#core/viewer.ts'
import type { Anchor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Profile } from '#features/profiles/contract.ts'
import type { ProfileFields } from '#features/profiles/contract-form.ts'
import type { Sql } from '#server/database/connect.ts'

type ProfileRow = Omit<Profile, 'createdAt' | 'posts'> & { createdAt: Date }

export const findProfile = async (sql: Sql, username: string): Promise<ProfileRow | null> => {
  const [row] = await sql<ProfileRow[]>`
    select id, username, avatar, bio, website, x_link, linkedin_link, karma, created_at, post_count
    from users where lower(username) = lower(${username}) and profile_completed`
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

type Fields = { [K in keyof Omit<ProfileFields, 'username'>]?: ProfileFields[K] | undefined }

/** What is undefined stays as it is. */
const changes = (sql: Sql, { bio, website, xLink, linkedinLink, avatar }: Fields) => sql`
  bio = coalesce(${bio ?? null}, bio), website = coalesce(${website ?? null}, website),
  x_link = coalesce(${xLink ?? null}, x_link), linkedin_link = coalesce(${linkedinLink ?? null}, linkedin_link),
  avatar = ${avatar === undefined ? sql`avatar` : avatar}`

export const updateProfile = async (sql: Sql, id: number, given: Fields): Promise<boolean> =>
  (await sql`update users set ${changes(sql, given)} where id = ${id}`).count > 0

/** Returns false when the profile was complete already. */
export const completeProfile = async (
  sql: Sql,
  id: number,
  { username, ...given }: Fields & { username: string },
): Promise<boolean> =>
  (
    await sql`
      update users set username = ${username}, profile_completed = true, ${changes(sql, given)}
      where id = ${id} and not profile_completed`
  ).count > 0

export const isUsernameTaken = async (sql: Sql, username: string, besides: number): Promise<boolean> => {
  const [row] = await sql`
    select 1 from users where lower(username) = lower(${username}) and id <> ${besides}`
  return row !== undefined
}
