import { isMuted, isSuspended } from '#features/members/server/standing-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { Invitation } from '../contract-invitations.ts'

/** An SQL condition on `invitations i`: it has not ended and is not used up. */
const isOpen = (sql: AnySql): SqlFragment =>
  sql`(i.ended_at is null and i.ends_at > now() and i.uses < i.max_uses)`

/** Returns the name of the member whose invitation this is; null if nobody can join with it. */
export const selectInviter = async (sql: AnySql, tokenHash: Buffer): Promise<string | null> => {
  const [row] = await sql<{ username: string }[]>`
    select u.username from invitations i join users u on u.id = i.user_id
    where i.token_hash = ${tokenHash} and ${isOpen(sql)} and not ${isMuted(sql, sql`u`)}`
  return row?.username ?? null
}

/** Lets a new member join with an invitation, and stores whose it was. Returns false if nobody can join with it. */
export const joinByInvitation = async (sql: AnySql, tokenHash: Buffer, userId: number): Promise<boolean> =>
  (
    await sql`
      with used as (
        update invitations i set uses = uses + 1 from users u
        where i.token_hash = ${tokenHash} and ${isOpen(sql)} and u.id = i.user_id and not ${isMuted(sql, sql`u`)}
        returning i.id, i.user_id
      )
      insert into invited_members (user_id, inviter_id, invitation_id) select ${userId}, user_id, id from used`
  ).count > 0

type NewInvitation = { userId: number; tokenHash: Buffer; maxUses: number; days: number }

export const insertInvitation = (sql: AnySql, { userId, tokenHash, maxUses, days }: NewInvitation) => sql`
  insert into invitations (user_id, token_hash, max_uses, ends_at)
  values (${userId}, ${tokenHash}, ${maxUses}, now() + ${days} * interval '1 day')`

/** Counts the open invitations of a member, whom the caller has locked. */
export const countOpenInvitations = async (sql: AnySql, userId: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from invitations i where user_id = ${userId} and ${isOpen(sql)}`
  return row?.count ?? 0
}

export const selectInvitations = (sql: AnySql, userId: number) => sql<Invitation[]>`
  select id, max_uses, uses, created_at, ends_at, ${isOpen(sql)} as is_open, is_ended_by_wave
  from invitations i where user_id = ${userId} order by id desc limit 50`

export const endInvitationRow = async (sql: AnySql, userId: number, id: number): Promise<boolean> =>
  (
    await sql`
      update invitations i set ended_at = now() where id = ${id} and user_id = ${userId} and ended_at is null`
  ).count > 0

/** Who invited a member, whom they have invited, and what has become of these. */
export type InvitationFacts = {
  id: number
  invitedBy: string | null
  invited: number
  muted: number
  suspended: number
  deleted: number
  hasWave: boolean
}

/** Returns the place of members in the tree of invitations, for staff. */
export const selectInvitationFacts = (sql: AnySql, ids: readonly number[]) => sql<InvitationFacts[]>`
  select wanted.id, inviter.username as invited_by, counts.*,
    exists (select from invitations where user_id = wanted.id and is_ended_by_wave) as has_wave
  from unnest(${[...ids]}::integer[]) wanted (id)
  left join invited_members m on m.user_id = wanted.id left join users inviter on inviter.id = m.inviter_id
  cross join lateral (
    select count(*)::integer as invited, count(*) filter (where ${isSuspended(sql, sql`u`)})::integer as suspended,
      count(*) filter (where ${isMuted(sql, sql`u`)} and not ${isSuspended(sql, sql`u`)})::integer as muted,
      count(*) filter (where i.user_id is null)::integer as deleted
    from invited_members i left join users u on u.id = i.user_id where i.inviter_id = wanted.id) counts
  where m.id is not null or counts.invited > 0`

/** Notes when invited members are first seen suspended or deleted, at most `max`. Returns who invited each of them. */
export const markLostMembers = async (sql: AnySql, max: number): Promise<(number | null)[]> => {
  const rows = await sql<{ inviterId: number | null }[]>`
    update invited_members m set lost_at = now() where m.id = any(array(
      select l.id from invited_members l left join users u on u.id = l.user_id
      where l.lost_at is null and (l.user_id is null or ${isSuspended(sql, sql`u`)}) order by l.id limit ${max}))
    returning m.inviter_id`
  return rows.map(({ inviterId }) => inviterId)
}

/** Lists those of these members, except admins, who have lost `min` of those whom they invited within a week, with their number. */
export const selectInvitersOfWaves = (sql: AnySql, ids: readonly (number | null)[], min: number) => sql<
  { id: number; lost: number }[]
>`
  select m.inviter_id as id, count(*)::integer as lost from invited_members m join users u on u.id = m.inviter_id
  where m.inviter_id = any(${[...ids]}::integer[]) and m.lost_at > now() - interval '7 days' and not u.is_admin
  group by m.inviter_id having count(*) >= ${min} order by m.inviter_id`

/** Ends the open invitations of members who have lost `min` of those whom they invited within a week. Returns their ids. */
export const endInvitationsOfWaves = async (sql: AnySql, min: number): Promise<number[]> => {
  const rows = await sql<{ userId: number }[]>`
    update invitations i set ended_at = now(), is_ended_by_wave = true
    where ${isOpen(sql)} and i.user_id in (
      select inviter_id from invited_members where lost_at > now() - interval '7 days'
      group by inviter_id having count(*) >= ${min})
    returning i.user_id`
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Exports a member's invitations, without their links. */
export const invitationExport = defineExportSection(
  'invitations',
  (sql, user, after) => sql`
    select id, max_uses, uses, created_at, ends_at, ended_at from invitations where user_id = ${user} and id > ${after}`,
)

/** Exports when others joined with a member's invitations, and when the member joined with one. */
export const invitedMemberExport = defineExportSection(
  'invitedMembers',
  (sql, user, after) => sql`
    select id, inviter_id = ${user} as is_inviter, joined_at from invited_members
    where ${user} in (inviter_id, user_id) and id > ${after}`,
)
