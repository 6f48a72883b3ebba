import type { AnySql } from '../database/connect.ts'

/** Identifies a member's request by its key, which names the operation, and by its content. Both are hashes. */
export type IdempotentRequest = { userId: number; key: Buffer; content: Buffer }

/**
 * Inserts a request, or takes over one whose process has died. Returns false if the request is stored already, whether
 * or not it has been processed.
 */
export const claimRequest = async (
  sql: AnySql,
  { userId, key, content }: IdempotentRequest,
  lockSeconds: number,
): Promise<boolean> => {
  const { count } = await sql`
    insert into idempotent_requests as r (user_id, key, content, locked_until)
    values (${userId}, ${key}, ${content}, now() + ${lockSeconds} * interval '1 second')
    on conflict (user_id, key) do update set locked_until = excluded.locked_until
    where r.reply is null and r.locked_until < now() and r.content = excluded.content`
  return count > 0
}

export const selectRequest = async (sql: AnySql, { userId, key }: IdempotentRequest) => {
  const [row] = await sql<{ content: Buffer; reply: string | null }[]>`
    select content, reply from idempotent_requests where user_id = ${userId} and key = ${key}`
  return row ?? null
}

export const updateReply = (sql: AnySql, { userId, key }: IdempotentRequest, reply: string) => sql`
  update idempotent_requests set reply = ${reply}, locked_until = null where user_id = ${userId} and key = ${key}`

export const deleteRequest = (sql: AnySql, { userId, key }: IdempotentRequest) => sql`
  delete from idempotent_requests where user_id = ${userId} and key = ${key} and reply is null`

export const deleteExpiredRequests = (sql: AnySql, max: number) => sql`
  delete from idempotent_requests where ctid = any(array(
    select ctid from idempotent_requests where created_at < now() - interval '1 day' limit ${max}))`
