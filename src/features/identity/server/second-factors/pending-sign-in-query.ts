import type { AnySql } from '#server/database/connect.ts'
import { type Authentication, authTimeColumn, isCurrent } from '../provider/account-query.ts'

const MINUTES = 10

/**
 * Records that the correct password for the account was entered in this interaction, unless the sign-in has been
 * revoked in the meantime.
 */
export const upsertPendingSignIn = (
  sql: AnySql,
  uidHash: Buffer,
  { subject, authTime }: Authentication,
) => sql`
  insert into pending_sign_ins (uid_hash, subject, password_digest, ends_at)
  select ${uidHash}, subject, sha256(convert_to(password_hash, 'UTF8')), now() + ${MINUTES} * interval '1 minute'
  from local_accounts where subject = ${subject} and ${isCurrent(sql, authTime)} for share
  on conflict (uid_hash) do update
    set subject = excluded.subject, password_digest = excluded.password_digest, ends_at = excluded.ends_at`

/**
 * Returns the account that still needs its second step in this interaction. Returns null if the sign-in has expired or
 * the password has changed. Waits for a change of how the account signs in (see `lockLocalAccountForSignIn`).
 */
export const selectPendingSignIn = async (sql: AnySql, uidHash: Buffer): Promise<Authentication | null> => {
  const [row] = await sql<Authentication[]>`
    select p.subject, ${authTimeColumn(sql)} from pending_sign_ins p join local_accounts a on a.subject = p.subject
    where p.uid_hash = ${uidHash} and p.ends_at > now()
      and p.password_digest = sha256(convert_to(a.password_hash, 'UTF8'))
    for share of a`
  return row ?? null
}

/** Deletes a pending sign-in when it is completed. Returns false if another request has already completed it. */
export const deletePendingSignIn = async (sql: AnySql, uidHash: Buffer): Promise<boolean> =>
  (await sql`delete from pending_sign_ins where uid_hash = ${uidHash}`).count > 0

export const deletePendingSignInsBySubject = (sql: AnySql, subject: string) =>
  sql`delete from pending_sign_ins where subject = ${subject}`

export const deleteExpiredPendingSignIns = (sql: AnySql, max: number) => sql`
  delete from pending_sign_ins where ctid = any(array(select ctid from pending_sign_ins where ends_at < now() limit ${max}))`
