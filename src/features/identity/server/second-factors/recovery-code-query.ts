import type { AnySql } from '#server/database/connect.ts'

/** Replaces all of the account's recovery codes. */
export const replaceRecoveryCodes = async (
  sql: AnySql,
  subject: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await deleteRecoveryCodes(sql, subject)
  await sql`
    insert into recovery_codes (subject, code_hash)
    select ${subject}, decode(hash, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) hash`
}

/** Deletes a recovery code. Returns false if the code does not exist or has already been used. */
export const deleteRecoveryCode = async (sql: AnySql, subject: string, hash: Buffer): Promise<boolean> =>
  (await sql`delete from recovery_codes where subject = ${subject} and code_hash = ${hash}`).count > 0

export const countRecoveryCodes = async (sql: AnySql, subject: string): Promise<number> => {
  const [row] = await sql<
    { left: number }[]
  >`select count(*)::integer as "left" from recovery_codes where subject = ${subject}`
  return row?.left ?? 0
}

export const deleteRecoveryCodes = (sql: AnySql, subject: string) =>
  sql`delete from recovery_codes where subject = ${subject}`
