import { type TokenScope, tokenScopes } from '#core/token-scopes.ts'
import type { Member } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { TokenOwner } from '#server/session/bearer-tokens.ts'
import type { Application, ConnectedApplication } from '../../contract-applications.ts'
import { MAX_LISTED_APPLICATIONS } from '../../contract-values.ts'
import { viewerColumns } from '../session-query.ts'

/** Comes before the models of the authorization server in `provider_payloads`. */
export const MODEL_PREFIX = 'Application.'

const ACCOUNT = 'member:'

/** The account by which the authorization server knows a member. */
export const toAccountId = (userId: number): string => `${ACCOUNT}${userId}`

export const toUserId = (accountId: string): number => Number(accountId.slice(ACCOUNT.length))

type NewApplication = { clientId: string; name: string; host: string; registration: string | null }

/** Inserts a program, or updates what is known of it. Returns its id, or null if an admin has blocked it. */
export const upsertApplication = async (sql: AnySql, program: NewApplication): Promise<number | null> => {
  const { clientId, name, host, registration } = program
  const [row] = await sql<{ id: number; isBlocked: boolean }[]>`
    insert into applications (client_id, name, host, registration)
    values (${clientId}, ${name}, ${host}, ${registration})
    on conflict (client_id) do update set name = excluded.name, host = excluded.host
    returning id, is_blocked`
  return row && !row.isBlocked ? row.id : null
}

/** Returns what a program has registered, as JSON; null for an unknown or blocked one. */
export const selectRegistration = async (sql: AnySql, clientId: string): Promise<string | null> => {
  const [row] = await sql<{ registration: string | null }[]>`
    select registration from applications where client_id = ${clientId} and not is_blocked`
  return row?.registration ?? null
}

export const selectIsBlocked = async (sql: AnySql, clientId: string): Promise<boolean> =>
  (await sql`select from applications where client_id = ${clientId} and is_blocked`).length > 0

type NewConnection = { userId: number; applicationId: number; scopes: readonly TokenScope[] }

/** Connects a program, or adds scopes to those that the member has allowed before. */
export const upsertConnection = (sql: AnySql, { userId, applicationId, scopes }: NewConnection) => sql`
  insert into application_connections (user_id, application_id, scopes)
  values (${userId}, ${applicationId}, ${[...scopes]}::text[])
  on conflict (user_id, application_id) do update
    set scopes = array(select scope from unnest(${[...tokenScopes]}::text[]) scope
      where scope = any(application_connections.scopes || excluded.scopes))`

export const selectConnections = (sql: AnySql, userId: number) => sql<ConnectedApplication[]>`
  select a.id, a.name, a.host, c.scopes, c.created_at, c.last_used_at
  from application_connections c join applications a on a.id = c.application_id
  where c.user_id = ${userId} order by c.created_at desc, a.id desc`

/**
 * Ends a member's connection with a program, and deletes its tokens and codes. Returns false if there is none. Call it in
 * a transaction.
 */
export const deleteConnection = async (
  tx: AnySql,
  userId: number,
  applicationId: number,
): Promise<boolean> => {
  const { count } = await tx`
    delete from application_connections where user_id = ${userId} and application_id = ${applicationId}`
  await tx`
    delete from provider_payloads p using applications a
    where a.id = ${applicationId} and p.account_id = ${toAccountId(userId)}
      and p.payload::jsonb ->> 'clientId' = a.client_id`
  return count > 0
}

export const selectApplications = (sql: AnySql, before: number | undefined) => sql<Application[]>`
  select a.id, a.client_id, a.name, a.host, a.registration is not null as is_registered, a.is_blocked,
    a.created_at, count(c.*)::integer as member_count, max(c.last_used_at) as last_used_at
  from applications a left join application_connections c on c.application_id = a.id
  where ${before ?? null}::integer is null or a.id < ${before ?? null}
  group by a.id order by a.id desc limit ${MAX_LISTED_APPLICATIONS}`

/** Blocks a program, which ends its connections and tokens at once. Returns its name, or null if there is none. */
export const blockApplication = async (sql: AnySql, id: number): Promise<string | null> => {
  const [row] = await sql<{ name: string }[]>`
    update applications set is_blocked = true where id = ${id} returning name`
  if (!row) return null
  await sql`
    with ended as (delete from application_connections where application_id = ${id} returning user_id)
    delete from provider_payloads p using applications a
    where a.id = ${id} and p.account_id in (select ${ACCOUNT} || user_id from ended)
      and p.payload::jsonb ->> 'clientId' = a.client_id`
  return row.name
}

export const unblockApplication = async (sql: AnySql, id: number): Promise<string | null> => {
  const [row] = await sql<{ name: string }[]>`
    update applications set is_blocked = false where id = ${id} returning name`
  return row?.name ?? null
}

/** Deletes programs that have registered more than a day ago, and that no member has connected. */
export const deleteUnusedApplications = (sql: AnySql, max: number) => sql`
  delete from applications where id = any(array(
    select id from applications a
    where registration is not null and not is_blocked and created_at < now() - interval '1 day'
      and not exists (select from application_connections c where c.application_id = a.id)
    limit ${max}))`

type OwnerRow = TokenOwner & { isStale: boolean; applicationId: number }

/** Finds the member who has connected the program with this access token, which must be meant for one of the resources. */
export const findAccessTokenOwner = async (
  sql: Sql,
  tokenHash: Buffer,
  resources: readonly string[],
): Promise<TokenOwner | null> => {
  const owner = await selectAccessTokenOwner(sql, tokenHash, resources)
  if (owner?.isStale && !owner.isExpired) await touchConnection(sql, owner.member.id, owner.applicationId)
  return owner
}

/** `isStale` says that the connection's `last_used_at` is more than an hour old. */
const selectAccessTokenOwner = async (
  sql: Sql,
  tokenHash: Buffer,
  resources: readonly string[],
): Promise<OwnerRow | null> => {
  const [row] = await sql<(Member & Omit<OwnerRow, 'member'>)[]>`
    select ${viewerColumns(sql)}, string_to_array(p.payload::jsonb ->> 'scope', ' ') as scopes,
      coalesce(p.ends_at <= now(), false) as is_expired, a.id as application_id,
      coalesce(c.last_used_at < now() - interval '1 hour', true) as is_stale
    from provider_payloads p
    join applications a on a.client_id = p.payload::jsonb ->> 'clientId' and not a.is_blocked
    join application_connections c
      on c.application_id = a.id and p.account_id = ${ACCOUNT} || c.user_id
    ${joinMember(sql, sql`c.user_id`)}
    where p.model = ${`${MODEL_PREFIX}AccessToken`} and p.id = ${tokenHash}
      and p.payload::jsonb ->> 'aud' = any(${[...resources]}::text[])`
  if (!row) return null
  const { scopes, isExpired, isStale, applicationId, ...member } = row
  return { member, scopes, isExpired, isStale, applicationId }
}

/** Updates `last_used_at` at most once an hour, even if many requests find it stale at the same time. */
const touchConnection = (sql: Sql, userId: number, applicationId: number) => sql`
  update application_connections set last_used_at = now()
  where user_id = ${userId} and application_id = ${applicationId}
    and coalesce(last_used_at < now() - interval '1 hour', true)`

export const connectionExport = defineExportSection(
  'connectedApplications',
  (sql, user, after) => sql`
    select a.id, a.name, a.client_id, c.scopes, c.created_at, c.last_used_at
    from application_connections c join applications a on a.id = c.application_id
    where c.user_id = ${user} and a.id > ${after}`,
)
