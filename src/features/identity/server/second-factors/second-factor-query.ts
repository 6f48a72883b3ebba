import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'

type FactorCounts = { hasApp: boolean; passkeys: number }

/** Returns whether an account has an authenticator app, and the number of its passkeys. */
export const countSecondFactors = async (sql: AnySql, subject: string): Promise<FactorCounts> => {
  const [row] = await sql<FactorCounts[]>`
    select exists (select from authenticator_apps where subject = ${subject} and confirmed_at is not null) as has_app,
      (select count(*)::integer from passkeys where subject = ${subject}) as passkeys`
  return row ?? { hasApp: false, passkeys: 0 }
}

/** Returns the ids of the given members who have a second factor. */
export const selectUserIdsWithSecondFactor = async (
  sql: AnySql,
  ids: readonly number[],
): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select u.id from users u, split_part(u.google_id, ':', 2) as account (subject)
    where u.id = any(${[...ids]}::integer[]) and (
      exists (select from authenticator_apps a where a.subject = account.subject and a.confirmed_at is not null)
      or exists (select from passkeys p where p.subject = account.subject))`
  return rows.map(({ id }) => id)
}

/**
 * Deletes the account's second factors, also those that are not set up completely, its recovery codes and its pending
 * sign-ins. Returns the number of factors that were in use.
 */
export const deleteAllSecondFactors = async (sql: AnySql, subject: string): Promise<number> => {
  const [row] = await sql<{ removed: number }[]>`
    with apps as (delete from authenticator_apps where subject = ${subject} returning confirmed_at),
      keys as (delete from passkeys where subject = ${subject} returning id),
      codes as (delete from recovery_codes where subject = ${subject}),
      sign_ins as (delete from pending_sign_ins where subject = ${subject})
    select ((select count(confirmed_at) from apps) + (select count(*) from keys))::integer as removed`
  return row?.removed ?? 0
}

/** Returns the key that secrets are encrypted with. Creates the key on first use. */
export const getOrCreateEncryptionKey = async (sql: AnySql, fresh: () => Buffer): Promise<Buffer> => {
  const find = () => sql<{ secret: Buffer }[]>`select secret from encryption_keys`
  const [existing] = await find()
  if (existing) return existing.secret
  await sql`insert into encryption_keys (secret) values (${fresh()}) on conflict do nothing`
  const [created] = await find()
  if (!created) throw new Error('The encryption key is missing')
  return created.secret
}

const ofMember = (sql: AnySql, user: number) => sql`
  (select split_part(google_id, ':', 2) from users where id = ${user})`

/** Exports when the member added and last used their authenticator app, but not its secret. */
export const authenticatorAppExport = defineExportSection(
  'authenticatorApps',
  (sql, user, after) => sql`
    select id, created_at, used_at from authenticator_apps
    where subject = ${ofMember(sql, user)} and confirmed_at is not null and id > ${after}`,
)

export const passkeyExport = defineExportSection(
  'passkeys',
  (sql, user, after) => sql`
    select id, name, created_at, used_at from passkeys where subject = ${ofMember(sql, user)} and id > ${after}`,
)

/** Exports when the unused recovery codes were created, but not the codes themselves. */
export const recoveryCodeExport = defineExportSection(
  'recoveryCodes',
  (sql, user, after) => sql`
    select id, created_at from recovery_codes where subject = ${ofMember(sql, user)} and id > ${after}`,
)
