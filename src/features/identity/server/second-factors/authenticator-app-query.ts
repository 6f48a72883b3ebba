import type { AnySql } from '#server/database/connect.ts'

export type AuthenticatorApp = { encryptedSecret: Buffer; createdAt: Date; usedAt: Date | null }

/** Stores an app that is not confirmed yet in place of an earlier such one. Returns false if there is a confirmed one. */
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

/** The secret that waits for its first code, for an hour. */
export const findUnconfirmedApp = async (sql: AnySql, subject: string): Promise<AuthenticatorApp | null> => {
  const [row] = await sql<AuthenticatorApp[]>`
    select encrypted_secret, created_at, used_at from authenticator_apps
    where subject = ${subject} and confirmed_at is null and created_at > now() - interval '1 hour'`
  return row ?? null
}

export const findApp = async (sql: AnySql, subject: string): Promise<AuthenticatorApp | null> => {
  const [row] = await sql<AuthenticatorApp[]>`
    select encrypted_secret, created_at, used_at from authenticator_apps
    where subject = ${subject} and confirmed_at is not null`
  return row ?? null
}

/** Returns false if the secret has been replaced or confirmed by another request. */
export const confirmApp = async (
  sql: AnySql,
  subject: string,
  { encryptedSecret, step }: { encryptedSecret: Buffer; step: number },
): Promise<boolean> =>
  (
    await sql`
      update authenticator_apps set confirmed_at = now(), last_step = ${step}
      where subject = ${subject} and encrypted_secret = ${encryptedSecret} and confirmed_at is null`
  ).count > 0

/** Returns false if a code of this time step or of a later one has been used. */
export const advanceStep = async (sql: AnySql, subject: string, step: number): Promise<boolean> =>
  (
    await sql`
      update authenticator_apps set last_step = ${step}, used_at = now()
      where subject = ${subject} and confirmed_at is not null and last_step < ${step}`
  ).count > 0

/** Returns false if there is no confirmed app. */
export const deleteApp = async (sql: AnySql, subject: string): Promise<boolean> =>
  (await sql`delete from authenticator_apps where subject = ${subject} and confirmed_at is not null`).count >
  0

export const deleteUnconfirmedApps = (sql: AnySql) => sql`
  delete from authenticator_apps where confirmed_at is null and created_at < now() - interval '1 hour'`
