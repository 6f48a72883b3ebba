import type { Viewer } from '#core/viewer.ts'
import type { FeedCursor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Profile } from '../contract.ts'
import type { ProfileFields } from '../contract-form.ts'

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

type Fields = { [K in keyof Omit<ProfileFields, 'username'>]?: ProfileFields[K] | undefined }

/** Undefined fields keep their values. */
const assignments = (sql: Sql, { bio, website, xLink, linkedinLink, avatar }: Fields) => sql`
  bio = coalesce(${bio ?? null}, bio), website = coalesce(${website ?? null}, website),
  x_link = coalesce(${xLink ?? null}, x_link), linkedin_link = coalesce(${linkedinLink ?? null}, linkedin_link),
  avatar = ${avatar === undefined ? sql`avatar` : avatar}`

export const updateProfileRow = async (sql: Sql, id: number, fields: Fields): Promise<boolean> =>
  (await sql`update users set ${assignments(sql, fields)} where id = ${id}`).count > 0

/** Returns false if the profile was already completed. */
export const updateCompletedProfile = async (
  sql: Sql,
  id: number,
  { username, ...fields }: Fields & { username: string },
): Promise<boolean> =>
  (
    await sql`
      update users set username = ${username}, profile_completed = true, ${assignments(sql, fields)}
      where id = ${id} and not profile_completed`
  ).count > 0

export const isUsernameTaken = async (sql: Sql, username: string, exceptUserId: number): Promise<boolean> => {
  const [row] = await sql`
    select 1 from users where lower(username) = lower(${username}) and id <> ${exceptUserId}`
  return row !== undefined
}
