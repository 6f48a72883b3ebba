import type { Member } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { TokenOwner } from '#server/session/bearer-tokens.ts'
import type { ApiToken } from '../../contract-api-tokens.ts'
import { viewerColumns } from '../session-query.ts'

const tokenColumns = (sql: AnySql) => sql`id, name, prefix, scopes, created_at, expires_at, last_used_at`

export const selectApiTokens = (sql: AnySql, userId: number) => sql<ApiToken[]>`
  select ${tokenColumns(sql)} from api_tokens where user_id = ${userId} order by id desc`

export const countApiTokens = async (sql: AnySql, userId: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from api_tokens where user_id = ${userId}`
  return row?.count ?? 0
}

type NewToken = Pick<ApiToken, 'name' | 'prefix' | 'scopes'> & {
  userId: number
  tokenHash: Buffer
  expiresInDays: number | null
}

export const insertApiToken = async (sql: AnySql, token: NewToken): Promise<ApiToken> => {
  const { userId, tokenHash, prefix, name, scopes, expiresInDays } = token
  const [row] = await sql<ApiToken[]>`
    insert into api_tokens (user_id, token_hash, prefix, name, scopes, expires_at)
    values (${userId}, ${tokenHash}, ${prefix}, ${name}, ${[...scopes]}::text[],
      now() + ${expiresInDays}::integer * interval '1 day')
    returning ${tokenColumns(sql)}`
  if (!row) throw new Error('No token was inserted')
  return row
}

/** Deletes one token of the member. Returns false if there is none with this id. */
export const deleteApiToken = async (sql: AnySql, userId: number, id: number): Promise<boolean> =>
  (await sql`delete from api_tokens where id = ${id} and user_id = ${userId}`).count > 0

/** Finds the member who has created a token. */
export const findApiTokenOwner = async (sql: Sql, tokenHash: Buffer): Promise<TokenOwner | null> => {
  const owner = await selectTokenOwner(sql, tokenHash)
  if (owner?.isStale && !owner.isExpired) await touchApiToken(sql, tokenHash)
  return owner
}

type OwnerRow = TokenOwner & { isStale: boolean }

/** Selects the owner of a token. `isStale` says that `last_used_at` is more than an hour old. */
const selectTokenOwner = async (sql: Sql, tokenHash: Buffer): Promise<OwnerRow | null> => {
  const [row] = await sql<(Member & Omit<OwnerRow, 'member'>)[]>`
    select ${viewerColumns(sql)}, t.scopes, coalesce(t.expires_at <= now(), false) as is_expired,
      coalesce(t.last_used_at < now() - interval '1 hour', true) as is_stale
    from api_tokens t ${joinMember(sql, sql`t.user_id`)} where t.token_hash = ${tokenHash}`
  if (!row) return null
  const { scopes, isExpired, isStale, ...member } = row
  return { member, scopes, isExpired, isStale }
}

/** Updates `last_used_at` at most once an hour, even if many requests find it stale at the same time. */
const touchApiToken = (sql: Sql, tokenHash: Buffer) => sql`
  update api_tokens set last_used_at = now()
  where token_hash = ${tokenHash} and coalesce(last_used_at < now() - interval '1 hour', true)`

/** Deletes tokens that expired more than 30 days ago. */
export const deleteExpiredApiTokens = (sql: AnySql, max: number) => sql`
  delete from api_tokens where ctid = any(array(
    select ctid from api_tokens where expires_at < now() - interval '30 days' limit ${max}))`

export const apiTokenExport = defineExportSection(
  'apiTokens',
  (sql, user, after) =>
    sql`select ${tokenColumns(sql)} from api_tokens where user_id = ${user} and id > ${after}`,
)
