import type { AnySql } from '#server/database/connect.ts'
import { type Authentication, isCurrent } from './account-query.ts'

export const isKnownDevice = async (sql: AnySql, tokenHash: Buffer, subject: string): Promise<boolean> => {
  const rows = await sql`
    select 1 from known_devices where token_hash = ${tokenHash} and subject = ${subject}
      and used_at > now() - interval '400 days'`
  return rows.length > 0
}

/** Returns one of these hex-encoded token hashes that belongs to a known device of any account, or null. */
export const findAnyKnownDevice = async (
  sql: AnySql,
  tokenHashes: readonly string[],
): Promise<string | null> => {
  const [row] = await sql<{ hash: string }[]>`
    select hash from unnest(${[...tokenHashes]}::text[]) hash
    join known_devices d on d.token_hash = decode(hash, 'hex') where d.used_at > now() - interval '400 days' limit 1`
  return row?.hash ?? null
}

const MAX_DEVICES = 20

type NewDevice = Authentication & { tokenHash: Buffer; previous: Buffer | null }

/**
 * Inserts a device in place of this browser's earlier token. If the account then has more than `MAX_DEVICES` devices,
 * deletes the least recently used ones. Inserts nothing if the sign-in has been revoked in the meantime.
 */
export const insertKnownDevice = (sql: AnySql, { tokenHash, previous, subject, authTime }: NewDevice) => sql`
  with replaced as (
    delete from known_devices where subject = ${subject} and (token_hash = ${previous} or token_hash in (
      select token_hash from known_devices where subject = ${subject}
      order by used_at desc offset ${MAX_DEVICES - 1}))
  )
  insert into known_devices (token_hash, subject)
  select ${tokenHash}, subject from local_accounts where subject = ${subject} and ${isCurrent(sql, authTime)} for share`

/** Deletes the account's known devices, except one if it is given. */
export const deleteKnownDevicesByAccount = (sql: AnySql, subject: string, except: Buffer | null = null) =>
  sql`delete from known_devices where subject = ${subject} and token_hash is distinct from ${except}`

export const deleteExpiredKnownDevices = (sql: AnySql, max: number) => sql`
  delete from known_devices where ctid = any(array(
    select ctid from known_devices where used_at < now() - interval '400 days' limit ${max}))`
