import type { AnySql } from '#server/database/connect.ts'
import { listStoredEmailForms } from '#server/mail/email-address.ts'

export type LocalAccount = {
  subject: string
  email: string
  name: string
  passwordHash: string
  isEmailVerified: boolean
  /** ID tokens from sign-ins before this time are rejected. */
  signedOutAt: Date | null
  /**
   * The `auth_time` of a sign-in that verifies the credentials as they are in this row, in whole seconds. It is before
   * every later `signedOutAt` and not before an earlier one, so the two can be compared exactly.
   */
  authTime: number
}

/** An account whose owner has just authenticated. */
export type Authentication = Pick<LocalAccount, 'subject' | 'authTime'>

type NewAccount = Pick<LocalAccount, 'subject' | 'email' | 'name' | 'passwordHash'>

const fields = (sql: AnySql) => sql`
  subject, email, name, password_hash, email_verified_at is not null as is_email_verified, signed_out_at,
  ${authTimeColumn(sql)}`

/** Returns the SQL column `authTime` of an account (see `LocalAccount`). */
export const authTimeColumn = (sql: AnySql) => sql`
  greatest(floor(extract(epoch from now())), ceil(extract(epoch from signed_out_at)))::integer as auth_time`

/** Finds the account of a mailbox, in whatever form its domain was typed. */
export const selectAccountByEmail = async (sql: AnySql, email: string): Promise<LocalAccount | null> => {
  const forms = listStoredEmailForms(email)
  const [row] = await sql<LocalAccount[]>`
    select ${fields(sql)} from local_accounts where email = any(${forms}::text[])
    order by array_position(${forms}::text[], email) limit 1`
  return row ?? null
}

export const selectAccountBySubject = async (sql: AnySql, subject: string): Promise<LocalAccount | null> => {
  const [row] = await sql<
    LocalAccount[]
  >`select ${fields(sql)} from local_accounts where subject = ${subject}`
  return row ?? null
}

/** Returns an SQL condition on `local_accounts`: the sign-in has not been revoked since. */
export const isCurrent = (sql: AnySql, authTime: number) =>
  sql`(signed_out_at is null or to_timestamp(${authTime}) >= signed_out_at)`

/** Inserts an account. Returns false if the email already has one. */
export const insertLocalAccount = async (sql: AnySql, account: NewAccount): Promise<boolean> =>
  (
    await sql`
      insert into local_accounts (subject, email, name, password_hash)
      values (${account.subject}, ${account.email}, ${account.name}, ${account.passwordHash})
      on conflict do nothing`
  ).count > 0

/**
 * Changes the password only if `currentHash` is still stored: of two concurrent changes, one fails, and the person is
 * asked to try again.
 */
export const updatePasswordIfUnchanged = async (
  sql: AnySql,
  subject: string,
  currentHash: string,
  newHash: string,
): Promise<boolean> =>
  (
    await sql`
      update local_accounts set password_hash = ${newHash}
      where subject = ${subject} and password_hash = ${currentHash}`
  ).count > 0

/** Locks an account until the transaction ends, so that only one request at a time changes how it signs in. */
export const lockLocalAccount = async (sql: AnySql, subject: string): Promise<LocalAccount | null> => {
  const [row] = await sql<
    LocalAccount[]
  >`select ${fields(sql)} from local_accounts where subject = ${subject} for update`
  return row ?? null
}

/**
 * Returns the account and prevents changes of how it signs in until the transaction ends. Waits for a change that is
 * being stored, so that the returned `authTime` is never after one that the caller does not see.
 */
export const lockLocalAccountForSignIn = async (
  sql: AnySql,
  subject: string,
): Promise<LocalAccount | null> => {
  const [row] = await sql<
    LocalAccount[]
  >`select ${fields(sql)} from local_accounts where subject = ${subject} for share`
  return row ?? null
}

/** Sets the password without checking the old one. */
export const updatePassword = (sql: AnySql, subject: string, newHash: string) =>
  sql`update local_accounts set password_hash = ${newHash} where subject = ${subject}`

/**
 * Rejects all sign-ins so far whose session has not been opened yet, with all their ID tokens. A sign-in after an earlier
 * revocation may have the following whole second as its `authTime`, so the new time is at least after that.
 */
export const revokeSignIns = (sql: AnySql, subject: string) => sql`
  update local_accounts
  set signed_out_at = greatest(clock_timestamp(), date_trunc('second', signed_out_at) + interval '1.001 seconds')
  where subject = ${subject}`

/** Marks the account's email as verified. Returns false if the email has changed in the meantime. */
export const markEmailVerified = async (sql: AnySql, subject: string, email: string): Promise<boolean> =>
  (
    await sql`
      update local_accounts set email_verified_at = coalesce(email_verified_at, now())
      where subject = ${subject} and email = ${email}`
  ).count > 0

export const deleteLocalAccount = (sql: AnySql, subject: string) =>
  sql`delete from local_accounts where subject = ${subject}`
