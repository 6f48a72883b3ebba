import type { AnySql } from '#server/database/connect.ts'

export type StoredPayload = { id: Buffer; payload: string; consumedAt: Date | null }

type NewPayload = {
  model: string
  id: Buffer
  payload: string
  grantId: string | null
  userCode: string | null
  uid: string | null
  accountId: string | null
  seconds: number | null
}

export const upsertPayload = (sql: AnySql, p: NewPayload) => sql`
  insert into provider_payloads (model, id, payload, grant_id, user_code, uid, account_id, ends_at)
  values (${p.model}, ${p.id}, ${p.payload}, ${p.grantId}, ${p.userCode}, ${p.uid}, ${p.accountId},
    now() + ${p.seconds} * interval '1 second')
  on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
    user_code = excluded.user_code, uid = excluded.uid, account_id = excluded.account_id, ends_at = excluded.ends_at`

type Key = { id: Buffer } | { uid: string } | { userCode: string }

/** `reuseSeconds` is how long after its first use a payload counts as not consumed. */
export const selectPayload = async (
  sql: AnySql,
  model: string,
  key: Key,
  reuseSeconds = 0,
): Promise<StoredPayload | null> => {
  const match =
    'id' in key
      ? sql`id = ${key.id}`
      : 'uid' in key
        ? sql`uid = ${key.uid}`
        : sql`user_code = ${key.userCode}`
  const [row] = await sql<StoredPayload[]>`
    select id, payload,
      case when ${reuseSeconds}::integer = 0 or consumed_at <= now() - make_interval(secs => ${reuseSeconds}) then consumed_at end
        as consumed_at
    from provider_payloads
    where model = ${model} and ${match} and (ends_at is null or ends_at > now())`
  return row ?? null
}

/**
 * Marks a payload as consumed. Returns false if another request consumed it first, unless that was less than `reuseSeconds`
 * ago. The time of the first use stays, so that repeated uses do not prolong it.
 */
export const consumePayload = async (
  sql: AnySql,
  model: string,
  id: Buffer,
  reuseSeconds = 0,
): Promise<boolean> =>
  (
    await sql`
      update provider_payloads set consumed_at = coalesce(consumed_at, now())
      where model = ${model} and id = ${id}
        and (consumed_at is null
          or (${reuseSeconds}::integer > 0 and consumed_at > now() - make_interval(secs => ${reuseSeconds})))`
  ).count > 0

export const deletePayload = (sql: AnySql, model: string, id: Buffer) =>
  sql`delete from provider_payloads where model = ${model} and id = ${id}`

export const deletePayloadsByGrant = (sql: AnySql, grantId: string) =>
  sql`delete from provider_payloads where grant_id = ${grantId}`

/** Deletes everything the provider stores for an account: its sessions in every browser, grants and codes. */
export const deletePayloadsByAccount = (sql: AnySql, accountId: string) =>
  sql`delete from provider_payloads where account_id = ${accountId}`

/** Deletes the provider's sessions with these `uid`s. A session belongs to one browser. */
export const deleteProviderSessions = (sql: AnySql, uids: readonly string[]) =>
  sql`delete from provider_payloads where model = 'Session' and uid = any(${[...uids]}::text[])`

export const deleteExpiredPayloads = (sql: AnySql, max: number) => sql`
  delete from provider_payloads where ctid = any(array(select ctid from provider_payloads where ends_at < now() limit ${max}))`
