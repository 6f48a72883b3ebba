import type { AnySql } from '#server/database/connect.ts'

export type AuthenticatorApp = { encryptedSecret: Buffer; createdAt: Date; usedAt: Date | null }

/**
 * Stores an unconfirmed app, replacing an earlier unconfirmed one. Returns false if the account has a confirmed app.
 */
export const upsertUnconfirmedApp = async (
  sql: AnySql,
  subject: string,
  encryptedSecret: Buffer,
): Promise<boolean> =>
  (
    await sql`
      insert into authenticator_apps as a (subject, encrypted_secret) values (${subject}, ${encryptedSecret})
      on conflict (subject) do update set encrypted_secret = excluded.encrypted_secret, created_at = now()
        where a.confirmed_at is null`
  ).count > 0

/**
 * Finds the account's app that has not been confirmed with a first code yet. Returns null if there is none or it is
 * over an hour old.
 */
export const selectUnconfirmedApp = async (
  sql: AnySql,
  subject: string,
): Promise<AuthenticatorApp | null> => {
  const [row] = await sql<AuthenticatorApp[]>`
    select encrypted_secret, created_at, used_at from authenticator_apps
    where subject = ${subject} and confirmed_at is null and created_at > now() - interval '1 hour'`
  return row ?? null
}

export const selectConfirmedApp = async (sql: AnySql, subject: string): Promise<AuthenticatorApp | null> => {
  const [row] = await sql<AuthenticatorApp[]>`
    select encrypted_secret, created_at, used_at from authenticator_apps
    where subject = ${subject} and confirmed_at is not null`
  return row ?? null
}

/** Confirms an app. Returns false if another request has replaced the secret or confirmed the app in the meantime. */
export const confirmAuthenticatorApp = async (
  sql: AnySql,
  subject: string,
  { encryptedSecret, step }: { encryptedSecret: Buffer; step: number },
): Promise<boolean> =>
  (
    await sql`
      update authenticator_apps set confirmed_at = now(), last_step = ${step}
      where subject = ${subject} and encrypted_secret = ${encryptedSecret} and confirmed_at is null`
  ).count > 0

/** Records that a code was used. Returns false if a code from the same or a later time step was used before. */
export const consumeTimeStep = async (sql: AnySql, subject: string, step: number): Promise<boolean> =>
  (
    await sql`
      update authenticator_apps set last_step = ${step}, used_at = now()
      where subject = ${subject} and confirmed_at is not null and last_step < ${step}`
  ).count > 0

/** Deletes the account's confirmed app. Returns false if there is none. */
export const deleteAuthenticatorApp = async (sql: AnySql, subject: string): Promise<boolean> =>
  (await sql`delete from authenticator_apps where subject = ${subject} and confirmed_at is not null`).count >
  0

export const deleteUnconfirmedApps = (sql: AnySql) => sql`
  delete from authenticator_apps where confirmed_at is null and created_at < now() - interval '1 hour'`

/**
 * Rejects all codes of the last minutes, and deletes apps that have not been confirmed. For a restored site, which does
 * not know which codes were used since the backup.
 */
export const rejectEarlierCodes = async (sql: AnySql): Promise<void> => {
  await sql`delete from authenticator_apps where confirmed_at is null`
  await sql`update authenticator_apps set last_step = greatest(last_step, floor(extract(epoch from now()) / 30)::bigint + 1)`
}
