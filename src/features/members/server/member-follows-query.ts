import type { Author } from '#core/author.ts'
import { limits } from '#core/limits.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import { isBlockedBetween } from './blocks-query.ts'
import { shownAvatar } from './standing-query.ts'

/**
 * The maximum number of members that a member can follow. It is limited because the feed reads the newest
 * posts of each one.
 */
export const MAX_FOLLOWED_MEMBERS = 2_000

/** Followers are counted only up to this number. */
const MAX_COUNTED = 1_000

/**
 * Follows a member. Returns false if there is no such member or one of the two blocks the other, and null if the follower already follows too many. The
 * caller must have locked the follower.
 */
export const insertMemberFollow = async (
  sql: AnySql,
  followerId: number,
  memberId: number,
): Promise<boolean | null> => {
  const [row] = await sql<{ isFull: boolean }[]>`
    with member as (
      select id from users where id = ${memberId} and profile_completed
        and not ${isBlockedBetween(sql, sql`users.id`, sql`${followerId}::integer`)}),
    room as (select count(*) >= ${MAX_FOLLOWED_MEMBERS}::integer as is_full from member_follows where follower_id = ${followerId}),
    added as (
      insert into member_follows (follower_id, member_id)
      select ${followerId}::integer, member.id from member, room where not room.is_full on conflict do nothing
    )
    select is_full and not exists (
      select from member_follows where follower_id = ${followerId} and member_id = ${memberId}) as is_full from member, room`
  if (!row) return false
  return row.isFull ? null : true
}

/** Unfollows a member. Returns false if there is no such member. */
export const deleteMemberFollow = async (
  sql: Sql,
  followerId: number,
  memberId: number,
): Promise<boolean> => {
  const rows = await sql`
    with removed as (delete from member_follows where follower_id = ${followerId} and member_id = ${memberId})
    select id from users where id = ${memberId} and profile_completed
      and not ${isBlockedBetween(sql, sql`users.id`, sql`${followerId}::integer`)}`
  return rows.length > 0
}

/** Ends what two members follow of each other. */
export const deleteFollowsBetween = (tx: AnySql, one: number, other: number) => tx`
  delete from member_follows
  where follower_id = ${one} and member_id = ${other} or follower_id = ${other} and member_id = ${one}`

/** Lists the members that a member follows, sorted by name. */
export const selectFollowedMembers = (sql: Sql, followerId: number): Promise<Author[]> => sql<Author[]>`
  select u.id, u.username, ${shownAvatar(sql, sql`u`)} as avatar from member_follows f join users u on u.id = f.member_id
  where f.follower_id = ${followerId} order by lower(u.username), u.id`

/**
 * Returns the members whom a member followed last, sorted by name, as a JSON column. `followerId` is an SQL expression.
 */
export const recentlyFollowedMembersColumn = (sql: AnySql, followerId: SqlFragment): SqlFragment => sql`
  (select coalesce(json_agg(json_build_object('id', recent.id, 'username', recent.username, 'avatar', recent.avatar)
    order by lower(recent.username), recent.id), '[]')
  from (
    select followed.id, followed.username, ${shownAvatar(sql, sql`followed`)} as avatar
    from member_follows f join users followed on followed.id = f.member_id
    where f.follower_id = ${followerId} order by f.id desc limit ${limits.recentlyFollowed}::integer
  ) recent)`

/** Lists the members whom a member followed last, sorted by name. */
export const selectRecentlyFollowedMembers = async (sql: Sql, followerId: number): Promise<Author[]> => {
  const [row] = await sql<{ members: Author[] }[]>`
    select ${recentlyFollowedMembersColumn(sql, sql`${followerId}::integer`)} as members`
  return row?.members ?? []
}

/** Returns an SQL condition that is true if the member follows anybody. `id` is an SQL expression. */
export const followsMembersColumn = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`exists (select from member_follows where follower_id = ${id})`

/** Returns the SQL columns `follower_count` and `is_followed` for a member. `id` is an SQL expression. */
export const followerColumns = (sql: AnySql, id: SqlFragment, viewerId: number | null): SqlFragment => sql`
  (select count(*)::integer from (select from member_follows where member_id = ${id} limit ${MAX_COUNTED}::integer) f) as follower_count,
  exists (select from member_follows where member_id = ${id} and follower_id = ${viewerId}::integer) as is_followed`

export const memberFollowExport = defineExportSection(
  'followedMembers',
  (sql, user, after) => sql`
    select f.id, f.member_id, u.username, f.created_at from member_follows f join users u on u.id = f.member_id
    where f.follower_id = ${user} and f.id > ${after}`,
)
