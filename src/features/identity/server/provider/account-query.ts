import type { AnySql } from '#server/database/connect.ts'

export type LocalAccount = {
  subject: string
  email: string
  name: string
  passwordHash: string
  isEmailVerified: boolean
  /** ID tokens from sign-ins before this time are rejected. */
  signedOutAt: Date | null
}

type NewAccount = Pick<LocalAccount, 'subject' | 'email' | 'name' | 'passwordHash'>

const fields = (sql: AnySql) => sql`
  subject, email, name, password_hash, email_verified_at is not null as is_email_verified, signed_out_at`

export const selectAccountByEmail = async (sql: AnySql, email: string): Promise<LocalAccount | null> => {
  const [row] = await sql<LocalAccount[]>`select ${fields(sql)} from local_accounts where email = ${email}`
  return row ?? null
}

export const selectAccountBySubject = async (sql: AnySql, subject: string): Promise<LocalAccount | null> => {
  const [row] = await sql<
    LocalAccount[]
  >`select ${fields(sql)} from local_accounts where subject = ${subject}`
  return row ?? null
}

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

/** Sets the password without checking the old one, and invalidates all ID tokens issued so far. */
export const resetPasswordAndRevokeIdTokens = (sql: AnySql, subject: string, newHash: string) => sql`
  update local_accounts set password_hash = ${newHash}, signed_out_at = now() where subject = ${subject}`

/** Marks the account's email as verified. Returns false if the email has changed in the meantime. */
export const markEmailVerified = async (sql: AnySql, subject: string, email: string): Promise<boolean> =>
  (
    await sql`
      update local_accounts set email_verified_at = coalesce(email_verified_at, now())
      where subject = ${subject} and email = ${email}`
  ).count > 0

export const deleteLocalAccount = (sql: AnySql, subject: string) =>
  sql`delete from local_accounts where subject = ${subject}`
