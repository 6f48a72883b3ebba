import type { Viewer } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'

type Found = { viewer: NonNullable<Viewer>; isStale: boolean }

/** Of these sessions (the hashes of their tokens, in hexadecimal), those that still open the site. */
export const listAlive = async (sql: AnySql, hashes: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ hash: string }[]>`
    select hash from unnest(${[...hashes]}::text[]) hash
    join sessions s on s.token_hash = decode(hash, 'hex') where ${isAlive(sql)}`
  return rows.map(({ hash }) => hash)
}

const isAlive = (sql: AnySql) => sql`
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now())`

/** Sessions end after 14 days without use, and after 30 in any case (security, sessions). */
export const findViewerBySession = async (sql: AnySql, tokenHash: Buffer): Promise<Found | null> => {
  const [row] = await sql<(NonNullable<Viewer> & { isStale: boolean })[]>`
    select u.id, u.username, u.avatar, u.is_admin, u.is_muted, u.profile_completed,
      s.last_seen_at < now() - interval '1 hour' as is_stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and ${isAlive(sql)}`
  if (!row) return null
  const { isStale, ...viewer } = row
  return { viewer, isStale }
}

/** At most once an hour, however many requests notice it at the same time. */
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

/** Answers the session's family: the given one, or a new one. */
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

export const findFamily = async (sql: AnySql, tokenHash: Buffer): Promise<Family | null> => {
  const [row] = await sql<Family[]>`
    select family, user_id from sessions s where token_hash = ${tokenHash} and ${isAlive(sql)}`
  return row ?? null
}

/** Whether the person proved within the last 10 minutes who they are. A provider's clock may be ahead of ours. */
export const isSignInRecent = async (sql: AnySql, tokenHash: Buffer): Promise<boolean> => {
  const rows = await sql`
    select 1 from sessions s where token_hash = ${tokenHash} and ${isAlive(sql)}
      and least(created_at, authenticated_at) > now() - interval '10 minutes'`
  return rows.length > 0
}

/** The sessions of one browser: by its cookie, or by the id of one of them. */
export const listFamily = (sql: AnySql, by: { tokenHash: Buffer } | { id: number; userId: number }) => sql<
  { tokenHash: Buffer; userId: number; providerSession: string | null }[]
>`
  select token_hash, user_id, provider_session from sessions where family = (
    select family from sessions where ${
      'id' in by ? sql`id = ${by.id} and user_id = ${by.userId}` : sql`token_hash = ${by.tokenHash}`
    })`

/** The browser's sessions so far live on for a minute. */
export const retireFamily = (sql: AnySql, family: string) => sql`
  update sessions set ends_at = now() + interval '60 seconds' where family = ${family} and ends_at is null`

type Which = { familyOf: Buffer } | { userId: number; exceptFamilyOf?: Buffer }

const chosen = (sql: AnySql, which: Which) => {
  const family = (hash: Buffer) => sql`(select family from sessions where token_hash = ${hash})`
  if ('familyOf' in which) return sql`family = ${family(which.familyOf)}`
  if (!which.exceptFamilyOf) return sql`user_id = ${which.userId}`
  return sql`user_id = ${which.userId} and family is distinct from ${family(which.exceptFamilyOf)}`
}

/** The channel on which every process hears whose sessions have ended; the payload is the user's id. */
export const ENDED = 'sessions_ended'

/** Ends the sessions; answers how many were in use. */
export const deleteSessions = async (sql: AnySql, which: Which): Promise<number> => {
  const [row] = await sql<{ ended: number }[]>`
    with gone as (
      delete from sessions s where ${chosen(sql, which)}
      returning user_id, ${isAlive(sql)} and ends_at is null as was_alive
    )
    select count(*) filter (where was_alive)::integer as ended,
      count(pg_notify(${ENDED}::text, user_id::text)) as told
    from gone`
  return row?.ended ?? 0
}

type SessionRow = {
  id: number
  createdAt: Date
  lastSeenAt: Date
  userAgent: string
  isCurrent: boolean
}

export const listSessionsOf = (sql: AnySql, userId: number, current: Buffer | null) => sql<SessionRow[]>`
  select id, created_at, last_seen_at, user_agent, token_hash is not distinct from ${current} as is_current
  from sessions s where user_id = ${userId} and ends_at is null and ${isAlive(sql)}
  order by is_current desc, last_seen_at desc, id desc limit 100`

export const deleteEndedSessions = (sql: AnySql) => sql`delete from sessions s where not (${isAlive(sql)})`
