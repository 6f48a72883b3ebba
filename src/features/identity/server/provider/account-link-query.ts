import type { AnySql } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'

export type AccountLinkPurpose = 'reset-password' | 'confirm-email'
export type AccountLink = { subject: string; email: string; isMailed: boolean }

type NewLink = AccountLink & { tokenHash: Buffer; purpose: AccountLinkPurpose; hours: number }

/** Inserts a link and deletes the account's earlier links that have the same purpose and the same `isMailed`. */
export const insertAccountLink = async (
  sql: AnySql,
  { tokenHash, subject, email, purpose, isMailed, hours }: NewLink,
): Promise<Date> => {
  await sql`
    delete from account_links
    where subject = ${subject} and purpose = ${purpose} and is_mailed = ${isMailed}`
  const [row] = await sql<{ endsAt: Date }[]>`
    insert into account_links (token_hash, subject, purpose, email, is_mailed, ends_at)
    values (${tokenHash}, ${subject}, ${purpose}, ${email}, ${isMailed}, now() + ${hours} * interval '1 hour')
    returning ends_at`
  return row?.endsAt ?? new Date()
}

export const selectAccountLink = async (
  sql: AnySql,
  tokenHash: Buffer,
  purpose: AccountLinkPurpose,
): Promise<AccountLink | null> => {
  const [row] = await sql<AccountLink[]>`
    select subject, email, is_mailed from account_links
    where token_hash = ${tokenHash} and purpose = ${purpose} and ends_at > now()`
  return row ?? null
}

/**
 * Deletes a link, together with the account's other links, and returns it. Returns null if the link is unknown or has
 * expired.
 */
export const consumeAccountLink = async (
  sql: AnySql,
  tokenHash: Buffer,
  purpose: AccountLinkPurpose,
): Promise<AccountLink | null> => {
  const [row] = await sql<AccountLink[]>`
    delete from account_links
    where token_hash = ${tokenHash} and purpose = ${purpose} and ends_at > now()
    returning subject, email, is_mailed`
  if (!row) return null
  await sql`delete from account_links where subject = ${row.subject}`
  return row
}

export const deleteExpiredAccountLinks = (sql: AnySql, max: number) => sql`
  delete from account_links where ctid = any(array(select ctid from account_links where ends_at < now() limit ${max}))`

/** Exports the links that were created for the member and have not been deleted yet, without their tokens. */
export const accountLinkExport = defineExportSection(
  'accountLinks',
  (sql, user, after) => sql`
    select l.id, l.purpose, l.email, l.created_at, l.ends_at
    from account_links l join users u on split_part(u.google_id, ':', 2) = l.subject
    where u.id = ${user} and l.id > ${after}`,
)
