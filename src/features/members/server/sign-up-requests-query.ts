import type { timeSorts } from '#core/query-schemas.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { SignUpRow } from '../contract.ts'
import { REJECTED_DAYS } from '../contract-values.ts'

/** Returns an SQL condition: the account `u` waits for approval, or is rejected. Costs nothing for members. */
export const isWaitingColumn = (sql: AnySql): SqlFragment =>
  sql`(not u.profile_completed and exists (select from sign_up_requests r where r.user_id = u.id))`

/** Returns `approval` of a `CurrentUser` as JSON, from `users u`. */
export const approvalColumn = (sql: AnySql): SqlFragment => sql`
  case when not u.profile_completed then (
    select json_build_object('isAnswered', r.answered_at is not null, 'isRejected', r.rejected_at is not null,
      'reason', r.reason)
    from sign_up_requests r where r.user_id = u.id) end`

/** When a rejected account `r` is deleted. */
const endsAt = (sql: AnySql): SqlFragment => sql`(r.rejected_at + ${REJECTED_DAYS} * interval '1 day')`

/** Makes a new account wait for approval. */
export const insertSignUpRequest = (sql: AnySql, userId: number) =>
  sql`insert into sign_up_requests (user_id) values (${userId}) on conflict do nothing`

/** Returns whether the account has to answer the operator's question. */
export const isAnswerMissing = async (sql: AnySql, userId: number): Promise<boolean> =>
  (await sql`select from sign_up_requests where user_id = ${userId} and answered_at is null`).length > 0

/**
 * Approves accounts that wait for it, also rejected ones, and returns them. Those that have not filled in their profile
 * are approved as soon as they do.
 */
export const approveAccounts = (sql: AnySql, ids: readonly number[]) => sql<
  { id: number; username: string }[]
>`
  with approved as (
    delete from sign_up_requests r using users u
    where r.user_id = any(${[...ids]}::integer[]) and u.id = r.user_id and u.google_id <> 'deleted:' || u.id
    returning r.user_id, r.answered_at
  )
  update users u set profile_completed = a.answered_at is not null from approved a where u.id = a.user_id
  returning u.id, u.username`

/** Rejects an account that waits for approval. Returns its name, or null if it does not wait. */
export const rejectAccount = async (
  sql: AnySql,
  id: number,
  { reason, by }: { reason: string; by: number },
): Promise<string | null> => {
  const [row] = await sql<{ username: string }[]>`
    update sign_up_requests r set rejected_at = now(), rejected_by = ${by}, reason = ${reason}
    from users u where r.user_id = ${id} and u.id = r.user_id and answered_at is not null and rejected_at is null
    returning u.username`
  return row?.username ?? null
}

type ListOptions = { q: string; sort: (typeof timeSorts)[number]; limit: number; offset: number }

const containsWords = (sql: AnySql, q: string) =>
  containsText(sql, sql`u.username || E'\\n' || coalesce(u.email, '') || E'\\n' || r.answer`, q)

const listed = (sql: AnySql, q: string): SqlFragment => sql`
  from sign_up_requests r join users u on u.id = r.user_id
  where r.answered_at is not null ${q ? sql`and ${containsWords(sql, q)}` : sql``}`

/** Lists the accounts that wait for approval, and rejected ones until they are deleted. */
export const selectSignUpRows = (sql: AnySql, { q, sort, limit, offset }: ListOptions) => sql<SignUpRow[]>`
  select u.id, u.username, u.email, r.answer, r.answered_at, r.rejected_at, r.reason
  ${listed(sql, q)}
  order by r.rejected_at is not null, ${
    sort === 'oldest' ? sql`r.answered_at, r.user_id` : sql`r.answered_at desc, r.user_id desc`
  } limit ${limit} offset ${offset}`

export const countSignUpRows = (sql: AnySql, q: string) => countRows(sql, sql`select ${listed(sql, q)}`)

/** Returns an SQL subquery that counts the accounts that wait for a decision, up to `max`. */
export const waitingAccountsCount = (sql: AnySql, max: number): SqlFragment => sql`(
  select count(*)::integer from (
    select from sign_up_requests where answered_at is not null and rejected_at is null limit ${max}) w)`

/** Returns rejected accounts whose time to read the reason is over. */
export const selectEndedRejections = async (sql: AnySql, max: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select r.user_id as id from sign_up_requests r join users u on u.id = r.user_id
    where ${endsAt(sql)} < now() and u.google_id <> 'deleted:' || u.id order by rejected_at limit ${max}`
  return rows.map(({ id }) => id)
}

/** Returns the name and the email to which the decision about an account is mailed. */
export const selectSignUpContact = async (
  sql: AnySql,
  id: number,
): Promise<{ username: string; email: string | null } | null> => {
  const [row] = await sql<{ username: string; email: string | null }[]>`
    select username, email from users where id = ${id}`
  return row ?? null
}

export const signUpRequestExport = defineExportSection(
  'signUpRequest',
  (sql, user, after) => sql`
    select user_id as id, answer, answered_at, rejected_at, reason, created_at from sign_up_requests
    where user_id = ${user} and user_id > ${after}`,
)
