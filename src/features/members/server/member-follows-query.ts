import type { Author } from '#core/author.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { exportSection } from '#server/database/export-section.ts'

/** How many members one can follow: the feed reads the newest posts of each. */
export const MAX_FOLLOWED_MEMBERS = 2_000

/** A larger number of followers is shown as this one. */
const MAX_COUNTED = 1_000

/** Returns false if there is no such member, and null if the follower follows too many already. */
export const insertMemberFollow = async (
  sql: Sql,
  followerId: number,
  memberId: number,
): Promise<boolean | null> => {
  const [row] = await sql<{ isFull: boolean }[]>`
    with member as (select id from users where id = ${memberId} and profile_completed),
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

/** Returns false if there is no such member. */
export const deleteMemberFollow = async (
  sql: Sql,
  followerId: number,
  memberId: number,
): Promise<boolean> => {
  const rows = await sql`
    with removed as (delete from member_follows where follower_id = ${followerId} and member_id = ${memberId})
    select id from users where id = ${memberId} and profile_completed`
  return rows.length > 0
}

/** The members whom a member follows, by name. */
export const listFollowedMembers = (sql: Sql, followerId: number): Promise<Author[]> => sql<Author[]>`
  select u.id, u.username, u.avatar from member_follows f join users u on u.id = f.member_id
  where f.follower_id = ${followerId} order by lower(u.username), u.id`

/** Whether the member with this id, an SQL expression, follows anybody. */
export const followsMembersColumn = (sql: AnySql, id: Fragment): Fragment =>
  sql`exists (select from member_follows where follower_id = ${id})`

/** The columns `follower_count` and `is_followed` of the member with this id, an SQL expression. */
export const followerColumns = (sql: AnySql, id: Fragment, viewerId: number | null): Fragment => sql`
  (select count(*)::integer from (select from member_follows where member_id = ${id} limit ${MAX_COUNTED}::integer) f) as follower_count,
  exists (select from member_follows where member_id = ${id} and follower_id = ${viewerId}::integer) as is_followed`

export const memberFollowExport = exportSection(
  'followedMembers',
  (sql, user, after) => sql`
    select f.id, f.member_id, u.username, f.created_at from member_follows f join users u on u.id = f.member_id
    where f.follower_id = ${user} and f.id > ${after}`,
)
