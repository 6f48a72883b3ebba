import type { AnySql } from '#server/database/connect.ts'

export const isKnownDevice = async (sql: AnySql, tokenHash: Buffer, subject: string): Promise<boolean> => {
  const rows = await sql`
    select 1 from known_devices where token_hash = ${tokenHash} and subject = ${subject}
      and used_at > now() - interval '400 days'`
  return rows.length > 0
}

/** Returns true if one of these hex-encoded token hashes belongs to a known device of any account. */
export const hasAnyKnownDevice = async (sql: AnySql, tokenHashes: readonly string[]): Promise<boolean> => {
  const rows = await sql`
    select 1 from unnest(${[...tokenHashes]}::text[]) hash
    join known_devices d on d.token_hash = decode(hash, 'hex') where d.used_at > now() - interval '400 days'`
  return rows.length > 0
}

const MAX_DEVICES = 20

/**
 * Inserts a device in place of this browser's earlier token. If the account then has more than `MAX_DEVICES` devices,
 * deletes the least recently used ones.
 */
export const insertKnownDevice = (
  sql: AnySql,
  { tokenHash, previous, subject }: { tokenHash: Buffer; previous: Buffer | null; subject: string },
) => sql`
  with replaced as (
    delete from known_devices where subject = ${subject} and (token_hash = ${previous} or token_hash in (
      select token_hash from known_devices where subject = ${subject}
      order by used_at desc offset ${MAX_DEVICES - 1}))
  )
  insert into known_devices (token_hash, subject) values (${tokenHash}, ${subject})`

export const deleteKnownDevicesByAccount = (sql: AnySql, subject: string) =>
  sql`delete from known_devices where subject = ${subject}`

export const deleteExpiredKnownDevices = (sql: AnySql) =>
  sql`delete from known_devices where used_at < now() - interval '400 days'`
