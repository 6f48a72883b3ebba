import { anyAdminExists } from '#features/members/server/members-query.ts'
import type { AnySql } from '#server/database/connect.ts'

export const insertAdminCode = (sql: AnySql, hash: Buffer) =>
  sql`insert into admin_codes (code_hash, ends_at) values (${hash}, now() + interval '24 hours')`

export const hasActiveAdminCode = async (sql: AnySql): Promise<boolean> =>
  (
    await sql`
      select 1 from admin_codes where ends_at > now() and not ${anyAdminExists(sql)} limit 1`
  ).length > 0

/** Deletes an admin code, so that it works only once. Returns false if the code is wrong, expired or already used. */
export const consumeAdminCode = async (sql: AnySql, hash: Buffer): Promise<boolean> =>
  (await sql`delete from admin_codes where code_hash = ${hash} and ends_at > now()`).count > 0

export const deleteAdminCodes = (sql: AnySql) => sql`delete from admin_codes`

/** Serializes the creation of the first account until the transaction ends. */
export const lockFirstAccountCreation = (sql: AnySql) => sql`select pg_advisory_xact_lock(7302251882)`
