import { createHash } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'

export type ConsumedToken = { hash: Buffer; endsAt: Date }

export const hashIdToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Returns the session family that was opened with the token, or null if the token has not been used yet. */
export const selectConsumedTokenFamily = async (sql: AnySql, hash: Buffer): Promise<string | null> => {
  const [row] = await sql<{ family: string }[]>`select family from consumed_tokens where hash = ${hash}`
  return row?.family ?? null
}

/** Records that an ID token has been used. Returns false if a concurrent request has already used it. */
export const insertConsumedToken = async (
  sql: AnySql,
  { hash, endsAt }: ConsumedToken,
  family: string,
): Promise<boolean> =>
  (
    await sql`
      insert into consumed_tokens (hash, family, ends_at) values (${hash}, ${family}, ${endsAt})
      on conflict do nothing`
  ).count > 0

export const deleteExpiredConsumedTokens = (sql: AnySql, max: number) => sql`
  delete from consumed_tokens where ctid = any(array(select ctid from consumed_tokens where ends_at < now() limit ${max}))`
