import type { Author } from '#core/author.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { profileFieldNames } from '#core/profile-fields.ts'
import type { Viewer } from '#core/viewer.ts'
import { buildColumnList } from '#server/database/columns.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { PublicProfile } from '../contract.ts'
import { andNotBlocked, andNotHiddenByBlock } from './blocks-query.ts'
import { followerColumns, followsMembersColumn } from './member-follows-query.ts'
import { approvalColumn } from './sign-up-requests-query.ts'
import {
  isMuted,
  isSuspended,
  shownAvatar,
  standingColumns,
  viewerStandingColumns,
} from './standing-query.ts'

/** Returns an SQL join with the member as `u`. `id` is an SQL expression. */
export const joinMember = (sql: AnySql, id: SqlFragment): SqlFragment => sql`join users u on u.id = ${id}`

/**
 * Returns an SQL subquery for the id of the member with this username. Accounts whose profile is not completed are
 * invisible, because their username may come from a real name, and so are members who are blocked from the viewer.
 */
export const userIdByUsername = (sql: AnySql, viewer: Viewer, username: string): SqlFragment => sql`(
  select id from users where lower(username) = lower(${username}) and profile_completed ${andNotHiddenByBlock(sql, viewer, sql`users.id`)})`

/** Returns an SQL expression for the `Author` of something, as JSON, from `users u`. */
export const authorJson = (sql: AnySql): SqlFragment =>
  sql`json_build_object('id', u.id, 'username', u.username, 'avatar', ${shownAvatar(sql, sql`u`)})`

/** Returns an SQL expression for the sender of something that admins read, as JSON, from `users u`. */
export const senderJson = (sql: AnySql): SqlFragment =>
  sql`json_build_object('id', u.id, 'username', u.username)`

/** Returns an SQL subquery for the sender with this id, as JSON; null if there is none. */
export const senderById = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`(select ${senderJson(sql)} from users u where u.id = ${id})`

const profileColumns = (sql: AnySql): SqlFragment => buildColumnList(sql, 'users', profileFieldNames)

/**
 * The prefix of a placeholder username, followed by digits. A person without a usable name gets one until
 * they choose their own.
 */
export const PLACEHOLDER_USERNAME_PREFIX = 'user'

/** Returns the SQL columns of a `CurrentUser`, from `users u`. */
export const currentUserColumns = (sql: AnySql): SqlFragment => sql`
  u.id, u.username, u.email, u.avatar, ${buildColumnList(sql, 'u', profileFieldNames)}, u.karma, ${viewerStandingColumns(sql, sql`u`)},
  case when ${isSuspended(sql, sql`u`)} then u.suspended_until when ${isMuted(sql, sql`u`)} then u.muted_until end as sanction_ends_at,
  u.profile_completed,
  not u.profile_completed and u.username ~ ${`^${PLACEHOLDER_USERNAME_PREFIX}[0-9]+$`} as has_placeholder_username,
  u.private_posts, u.optimized, u.created_at, ${approvalColumn(sql)} as approval,
  ${followsMembersColumn(sql, sql`u.id`)} as follows_members,
  exists (select from collection_follows where follower_id = u.id) as follows_collections,
  exists (select from moderation_notices where user_id = u.id) as has_removals`

export const selectCurrentUser = async (sql: AnySql, id: number): Promise<CurrentUser | null> => {
  const [row] = await sql<CurrentUser[]>`select ${currentUserColumns(sql)} from users u where u.id = ${id}`
  return row ?? null
}

/**
 * Finds a public profile. `more` contains additional columns from other features, which refer to the member's row as
 * `users`.
 */
export const selectPublicProfile = async <More = unknown>(
  sql: AnySql,
  viewer: Viewer,
  username: string,
  more?: SqlFragment,
): Promise<(PublicProfile & More) | null> => {
  const [row] = await sql<(PublicProfile & More)[]>`
    select id, username, avatar, ${profileColumns(sql)}, karma, created_at, post_count, ${isSuspended(sql, sql`users`)} as is_suspended,
      ${followerColumns(sql, sql`users.id`, viewer?.id ?? null)} ${more ? sql`, ${more}` : sql``}
    from users where lower(username) = lower(${username}) and profile_completed
      ${andNotHiddenByBlock(sql, viewer, sql`users.id`)}`
  return row ?? null
}

type OwnProfile = { username: string; avatar: string | null; bio: string; isSuspended: boolean } & Record<
  string,
  unknown
>

export const selectOwnProfile = async (sql: AnySql, id: number): Promise<OwnProfile | null> => {
  const [row] = await sql<OwnProfile[]>`
    select id, username, google_id, email, avatar, ${profileColumns(sql)}, karma, ${standingColumns(sql, sql`users`)}, muted_until as mute_ends_at,
      suspended_until as suspension_ends_at,
      profile_completed, private_posts, optimized, daily_reveals, weekly_reveals, monthly_reveals, all_time_reveals,
      created_at
    from users where id = ${id}`
  return row ?? null
}

/** Finds the member with this username, if the viewer can see them. */
export const selectVisibleUserId = async (
  sql: AnySql,
  viewer: Viewer,
  username: string,
): Promise<number | null> => {
  const [row] = await sql<{ id: number | null }[]>`select ${userIdByUsername(sql, viewer, username)} as id`
  return row?.id ?? null
}

type ProfileOwner = { id: number; isSuspended: boolean }

/** Finds the member with this username, if the viewer can see them. For who sees more than the name, see `canSeeProfile`. */
export const selectProfileOwner = async (
  sql: AnySql,
  viewer: Viewer,
  username: string,
): Promise<ProfileOwner | null> => {
  const [row] = await sql<ProfileOwner[]>`
    select id, ${isSuspended(sql, sql`users`)} as is_suspended from users where id = ${userIdByUsername(sql, viewer, username)}`
  return row ?? null
}

/** Lists the names of those of these members whom the viewer can see. */
export const selectVisibleUsernames = (sql: AnySql, viewer: Viewer, ids: readonly number[]) => sql<
  { id: number; username: string }[]
>`
  select id, username from users
  where id = any(${[...ids]}::integer[]) and profile_completed ${andNotHiddenByBlock(sql, viewer, sql`users.id`)}`

/** Finds a user with this username, for an operator. */
export const selectUserId = async (sql: AnySql, username: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from users where lower(username) = lower(${username})`
  return row?.id ?? null
}

const MAX_FOUND_NAMES = 4

/**
 * Finds members whose username equals one of the words or begins with one of the prefixes. Exact matches come
 * first, in the order of the words. `user_search` starts with the username; the email address follows after a
 * line break, which no prefix contains, so nobody can be found by their email. The query is a union, because
 * with `or` PostgreSQL would read every member. Who is suspended is not found.
 */
export const selectMembersByName = (
  sql: AnySql,
  viewer: Viewer,
  words: readonly string[],
  prefixes: readonly string[],
  max = MAX_FOUND_NAMES,
) => sql<Author[]>`
  select id, username, avatar from users
  where profile_completed and not ${isSuspended(sql, sql`users`)} and id in (
    select id from users where lower(username) = any(${[...words]}::text[])
    ${prefixes.length ? sql`union (${matchingPrefixes(sql, prefixes)})` : sql``}
  ) ${andNotBlocked(sql, viewer, sql`users.id`)}
  order by array_position(${[...words]}::text[], lower(username)) nulls last, total_engagement desc, id limit ${max}`

/** Finds members whose usernames are similar to the name, using the trigram index, most similar first. */
export const selectSimilarMembers = (sql: AnySql, viewer: Viewer, name: string, max: number) => sql<Author[]>`
  select id, username, avatar from users where profile_completed and not ${isSuspended(sql, sql`users`)} and id in (
    select id from user_search where split_part(words, E'\\n', 1) % ${name}) ${andNotBlocked(sql, viewer, sql`users.id`)}
  order by similarity(lower(username), ${name}) desc, id limit ${max}`

/** Short prefixes may match every member, so at most this many matches are compared. */
const MAX_PREFIX_MATCHES = 1_000

/** A range of the index instead of \`like\`, because a cached plan cannot know where the values of a pattern begin. */
const matchingPrefixes = (sql: AnySql, prefixes: readonly string[]): SqlFragment => sql`
  select found.id from unnest(${[...prefixes]}::text[]) prefix cross join lateral (
    select id from user_search where words ~>=~ prefix and words ~<~ (prefix || ${LAST_CHARACTER})
    limit ${literal(sql, MAX_PREFIX_MATCHES)}
  ) found limit ${literal(sql, MAX_PREFIX_MATCHES)}`

const LAST_CHARACTER = '\u{10ffff}'
