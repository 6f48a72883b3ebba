import type { Member } from '#core/viewer.ts'
import { hasBlocksColumn } from '#features/members/server/blocks-query.ts'
import { hasMutesColumn } from '#features/members/server/mutes-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { isWaitingColumn } from '#features/members/server/sign-up-requests-query.ts'
import { trustLevel, viewerStandingColumns } from '#features/members/server/standing-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { SessionInfo } from '../contract.ts'

/**
 * Returns only the sessions that are still valid. Sessions are identified by the hexadecimal hash of their
 * token.
 */
export const filterValidSessions = async (sql: AnySql, hashes: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ hash: string }[]>`
    select hash from unnest(${[...hashes]}::text[]) hash
    join sessions s on s.token_hash = decode(hash, 'hex') where ${isValid(sql)}`
  return rows.map(({ hash }) => hash)
}

const isValid = (sql: AnySql) => sql`
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now())`

/** Returns the SQL columns of a `Member`, from `users u`. */
export const viewerColumns = (sql: AnySql): SqlFragment =>
  sql`u.id, u.username, u.avatar, ${viewerStandingColumns(sql, sql`u`)}, u.profile_completed,
    ${hasBlocksColumn(sql, sql`u.id`)} as has_blocks, ${hasMutesColumn(sql, sql`u.id`)} as has_mutes, ${trustLevel(sql, sql`u`)} as trust_level,
    ${isWaitingColumn(sql)} as is_waiting`

/** Finds a member by id, for work that a job does on their behalf. */
export const selectMember = async (sql: AnySql, id: number): Promise<Member | null> => {
  const [row] = await sql<Member[]>`
    select ${viewerColumns(sql)} from (select ${id}::integer as id) wanted ${joinMember(sql, sql`wanted.id`)}`
  return row ?? null
}

/**
 * Selects the given columns of the session's member (`u`). A session is valid for 30 days, but expires after 14 days
 * without use (docs/security/asvs.md).
 */
export const selectMemberBySession = async <T extends object>(
  sql: AnySql,
  tokenHash: Buffer,
  columns: SqlFragment,
): Promise<{ member: T; isStale: boolean } | null> => {
  const [row] = await sql<(T & { isStale: boolean })[]>`
    select ${columns}, s.last_seen_at < now() - interval '1 hour' as is_stale
    from sessions s ${joinMember(sql, sql`s.user_id`)}
    where s.token_hash = ${tokenHash} and ${isValid(sql)}`
  if (!row) return null
  const { isStale, ...member } = row
  return { member: member as unknown as T, isStale }
}

/** Updates `last_seen_at` at most once an hour, even if many requests find the session stale at the same time. */
export const touchSession = (sql: AnySql, tokenHash: Buffer) => sql`
  update sessions set last_seen_at = now()
  where token_hash = ${tokenHash} and last_seen_at < now() - interval '1 hour'`

type NewSession = {
  tokenHash: Buffer
  userId: number
  userAgent: string
  family: string | null
  authenticatedAt: Date
  providerSession: string | null
}

/**
 * Inserts a session and returns its family, which is the given one or a new one. A family consists of one browser's
 * sessions.
 */
export const insertSession = async (sql: AnySql, s: NewSession): Promise<string> => {
  const [row] = await sql<{ family: string }[]>`
    insert into sessions (token_hash, user_id, user_agent, family, authenticated_at, provider_session)
    values (${s.tokenHash}, ${s.userId}, ${s.userAgent}, coalesce(${s.family}::uuid, gen_random_uuid()),
      ${s.authenticatedAt}, ${s.providerSession})
    returning family`
  if (!row) throw new Error('No session was inserted')
  return row.family
}

type Family = { family: string; userId: number }

export const selectSessionFamily = async (sql: AnySql, tokenHash: Buffer): Promise<Family | null> => {
  const [row] = await sql<Family[]>`
    select family, user_id from sessions s where token_hash = ${tokenHash} and ${isValid(sql)}`
  return row ?? null
}

/** Locks a session until the end of the transaction, so that it cannot end. Returns false if it has ended. */
export const lockSession = async (sql: AnySql, tokenHash: Buffer): Promise<boolean> => {
  const rows = await sql`select from sessions s where token_hash = ${tokenHash} and ${isValid(sql)} for share`
  return rows.length > 0
}

/**
 * Returns true if the person authenticated within the last 10 minutes. `least` guards against a provider whose clock
 * is ahead of the database's.
 */
export const isSignInRecent = async (sql: AnySql, tokenHash: Buffer): Promise<boolean> => {
  const rows = await sql`
    select 1 from sessions s where token_hash = ${tokenHash} and ${isValid(sql)}
      and least(created_at, authenticated_at) > now() - interval '10 minutes'`
  return rows.length > 0
}

/** Lists the sessions of one browser, found by its cookie's hash or by the id of one of them. */
export const selectFamilySessions = (
  sql: AnySql,
  key: { tokenHash: Buffer } | { id: number; userId: number },
) => sql<{ tokenHash: Buffer; userId: number; providerSession: string | null }[]>`
  select token_hash, user_id, provider_session from sessions where family = (
    select family from sessions where ${
      'id' in key ? sql`id = ${key.id} and user_id = ${key.userId}` : sql`token_hash = ${key.tokenHash}`
    })`

/** Keeps the browser's previous sessions valid for another minute, for requests from its other tabs. */
export const retireSessionFamily = (sql: AnySql, family: string) => sql`
  update sessions set ends_at = now() + interval '60 seconds' where family = ${family} and ends_at is null`

type Selection = { familyOf: Buffer } | { userId: number; exceptFamilyOf?: Buffer }

const matching = (sql: AnySql, selection: Selection) => {
  const family = (hash: Buffer) => sql`(select family from sessions where token_hash = ${hash})`
  if ('familyOf' in selection) return sql`family = ${family(selection.familyOf)}`
  if (!selection.exceptFamilyOf) return sql`user_id = ${selection.userId}`
  return sql`user_id = ${selection.userId} and family is distinct from ${family(selection.exceptFamilyOf)}`
}

/**
 * The NOTIFY channel that tells every process which user's sessions have ended. The payload is the user's id.
 */
export const SESSIONS_ENDED_CHANNEL = 'sessions_ended'

/** Deletes the sessions and returns how many of them were active. */
export const deleteSessions = async (sql: AnySql, selection: Selection): Promise<number> => {
  const [row] = await sql<{ ended: number }[]>`
    with deleted as (
      delete from sessions s where ${matching(sql, selection)}
      returning user_id, ${isValid(sql)} and ends_at is null as was_active
    )
    select count(*) filter (where was_active)::integer as ended,
      count(pg_notify(${SESSIONS_ENDED_CHANNEL}::text, user_id::text)) as notified
    from deleted`
  return row?.ended ?? 0
}

export const selectUserSessions = (sql: AnySql, userId: number, current: Buffer | null) => sql<SessionInfo[]>`
  select id, created_at, last_seen_at, user_agent, token_hash is not distinct from ${current} as is_current
  from sessions s where user_id = ${userId} and ends_at is null and ${isValid(sql)}
  order by is_current desc, last_seen_at desc, id desc limit 100`

export const deleteExpiredSessions = (sql: AnySql, max: number) => sql`
  delete from sessions where ctid = any(array(select s.ctid from sessions s where not (${isValid(sql)}) limit ${max}))`

export const sessionExport = defineExportSection(
  'sessions',
  (sql, user, after) => sql`
    select id, created_at, last_seen_at, user_agent from sessions where user_id = ${user} and id > ${after}`,
)
