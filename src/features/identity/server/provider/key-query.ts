import type { AnySql } from '#server/database/connect.ts'

export type ProviderKeyRow = { use: 'sign' | 'cookie'; secret: string; isOld: boolean }

/** Lists the keys, newest first. `isOld` is true after 90 days, when the key is due for rotation. */
export const selectProviderKeys = (sql: AnySql) => sql<ProviderKeyRow[]>`
  select use, secret, created_at < now() - interval '90 days' as is_old from provider_keys order by id desc`

export const insertProviderKey = (sql: AnySql, { use, secret }: Omit<ProviderKeyRow, 'isOld'>) =>
  sql`insert into provider_keys (use, secret) values (${use}, ${secret})`

/**
 * Deletes keys older than 120 days. By then a key has had a successor for 30 days, so nothing it signed is still
 * valid.
 */
export const deleteExpiredProviderKeys = (sql: AnySql) =>
  sql`delete from provider_keys where created_at < now() - interval '120 days'`

/**
 * Takes the advisory lock that lets only one process at a time rotate the keys. The lock is held until the transaction
 * ends.
 */
export const lockKeyRotation = (sql: AnySql) => sql`select pg_advisory_xact_lock(7302251883)`
