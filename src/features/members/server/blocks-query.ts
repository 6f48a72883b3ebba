import type { Author } from '#core/author.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import { shownAvatar } from './standing-query.ts'

/** The maximum number of members that a member can block. */
export const MAX_BLOCKED_MEMBERS = 1_000

/** What a query must know of a viewer to leave out members who are blocked. */
export type Blocking = Pick<Member, 'id' | 'hasBlocks'>

/**
 * Returns an SQL condition that is true if a member blocks anybody or is blocked. `id` is an SQL expression. The order makes
 * PostgreSQL use the indexes: with `exists`, it would rather read the whole table if a few members have most of the blocks.
 */
export const hasBlocksColumn = (sql: AnySql, id: SqlFragment): SqlFragment => sql`
  ((select blocked_id from member_blocks where blocker_id = ${id} order by blocked_id limit 1) is not null
    or (select blocker_id from member_blocks where blocked_id = ${id} order by blocker_id limit 1) is not null)`

/**
 * Selects the members whom a member blocks and those who block them. The id of a member whose token may not read what is
 * theirs is negative, and blocks apply to them nevertheless.
 */
const blockedMemberIds = (sql: AnySql, { id }: Pick<Member, 'id'>): SqlFragment => sql`
  select blocked_id from member_blocks where blocker_id = ${Math.abs(id)}
  union all select blocker_id from member_blocks where blocked_id = ${Math.abs(id)}`

/**
 * Returns an SQL condition, which begins with `and`, that neither the viewer nor the other member blocks the other.
 * `memberId` is an SQL expression; null, as for what nobody has written, counts as not blocked. It is empty for a viewer
 * without blocks, whose statements stay as short as they are for visitors. PostgreSQL reads the blocked members once.
 */
export const andNotBlocked = (sql: AnySql, viewer: Blocking | null, memberId: SqlFragment): SqlFragment =>
  viewer?.hasBlocks
    ? sql`and (${memberId} is null or ${memberId} not in (${blockedMemberIds(sql, viewer)}))`
    : sql``

/** Returns whether no block hides anything from the member that they ask for: whoever moderates reads everything. */
export const isModerating = ({ isAdmin, isModerator, moderatedTopics }: Member): boolean =>
  isAdmin || isModerator || moderatedTopics.length > 0

/** As `andNotBlocked`, for what can be moderated: no block hides it from admins and moderators. */
export const andNotHiddenByBlock = (sql: AnySql, viewer: Viewer, memberId: SqlFragment): SqlFragment =>
  viewer && isModerating(viewer) ? sql`` : andNotBlocked(sql, viewer, memberId)

/** Returns an SQL condition that one of two members blocks the other. Both are SQL expressions. */
export const isBlockedBetween = (sql: AnySql, one: SqlFragment, other: SqlFragment): SqlFragment => sql`
  (exists (select from member_blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})
    or exists (select from member_blocks b where b.blocker_id = ${other} and b.blocked_id = ${one}))`

/** Returns an SQL expression that is true if the viewer blocks the member, not the other way round. */
export const isBlockedByViewer = (sql: AnySql, viewer: Blocking, memberId: SqlFragment): SqlFragment => sql`
  exists (select from member_blocks b where b.blocker_id = ${Math.abs(viewer.id)} and b.blocked_id = ${memberId})`

/** Leaves out the members whom the viewer blocks or who block them. Sends no statement for a viewer without blocks. */
export const withoutBlockedMembers = async <T extends { id: number }>(
  sql: AnySql,
  viewer: Viewer,
  members: readonly T[],
): Promise<T[]> => {
  if (!viewer?.hasBlocks || members.length === 0) return [...members]
  const rows = await sql<{ id: number }[]>`
    select id from unnest(${members.map(({ id }) => id)}::integer[]) as found(id)
    where true ${andNotBlocked(sql, viewer, sql`id`)}`
  const visible = new Set(rows.map(({ id }) => id))
  return members.filter(({ id }) => visible.has(id))
}

/**
 * Blocks a member, whom the blocker need not be able to see: both may block each other. Returns false if there is no such
 * member, and null if the blocker already blocks too many. The caller must have locked both.
 */
export const insertMemberBlock = async (
  tx: AnySql,
  blockerId: number,
  blockedId: number,
): Promise<boolean | null> => {
  const [row] = await tx<{ isBlocked: boolean }[]>`
    with member as (select id from users where id = ${blockedId} and profile_completed),
    added as (
      insert into member_blocks (blocker_id, blocked_id)
      select ${blockerId}::integer, member.id from member
      where (select count(*) from member_blocks where blocker_id = ${blockerId}) < ${MAX_BLOCKED_MEMBERS}
      on conflict do nothing returning id
    )
    select exists (select from added)
      or exists (select from member_blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}) as is_blocked
    from member`
  if (!row) return false
  return row.isBlocked ? true : null
}

export const deleteMemberBlock = (sql: AnySql, blockerId: number, blockedId: number) =>
  sql`delete from member_blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`

/** A blocked member as the blocker's list shows them. `blockId` is the position in the list. */
export type BlockedMember = Author & { blockId: number; createdAt: Date }

/** Lists the members whom a member blocks, last blocked first. */
export const selectBlockedMembers = (sql: Sql, blockerId: number, before: number, max: number) => sql<
  BlockedMember[]
>`
  select u.id, u.username, ${shownAvatar(sql, sql`u`)} as avatar, b.id as block_id, b.created_at
  from member_blocks b join users u on u.id = b.blocked_id
  where b.blocker_id = ${blockerId} and b.id < ${before} order by b.id desc limit ${max}`

/** Deletes up to `max` blocks of or by a member. Returns their number. */
export const deleteSomeMemberBlocks = async (tx: AnySql, userId: number, max: number): Promise<number> =>
  (
    await tx`
      delete from member_blocks where id in (
        (select id from member_blocks where blocker_id = ${userId} limit ${max})
        union (select id from member_blocks where blocked_id = ${userId} limit ${max}))`
  ).count

export const memberBlockExport = defineExportSection(
  'blockedMembers',
  (sql, user, after) => sql`
    select b.id, b.blocked_id as member_id, u.username, b.created_at
    from member_blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${user} and b.id > ${after}`,
)
