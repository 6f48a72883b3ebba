import type { AnySql } from '#server/database/connect.ts'
import { authTimeColumn } from '../provider/account-query.ts'

type PasskeyInfo = { id: number; name: string; createdAt: Date; usedAt: Date | null }

export type Passkey = {
  id: number
  subject: string
  /** See `LocalAccount`. */
  authTime: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

type NewPasskey = Omit<Passkey, 'id' | 'authTime'> & { name: string }

export const selectPasskeys = (sql: AnySql, subject: string) => sql<PasskeyInfo[]>`
  select id, name, created_at, used_at from passkeys where subject = ${subject} order by id`

export const selectPasskeyCredentials = (sql: AnySql, subject: string) =>
  sql<Pick<Passkey, 'credentialId' | 'transports'>[]>`
    select credential_id, transports from passkeys where subject = ${subject} order by id`

/** Finds a passkey, after waiting for a change of how its account signs in (see `lockLocalAccountForSignIn`). */
export const selectPasskey = async (sql: AnySql, credentialId: string): Promise<Passkey | null> => {
  const [row] = await sql<Passkey[]>`
    select p.id, p.subject, credential_id, public_key, counter::float8 as counter, transports, ${authTimeColumn(sql)}
    from passkeys p join local_accounts a on a.subject = p.subject where credential_id = ${credentialId}
    for share of a`
  return row ?? null
}

/** Inserts a passkey. Returns false if its credential is already stored. */
export const insertPasskey = async (sql: AnySql, passkey: NewPasskey): Promise<boolean> => {
  const { subject, credentialId, publicKey, counter, transports, name } = passkey
  const { count } = await sql`
    insert into passkeys (subject, credential_id, public_key, counter, transports, name)
    values (${subject}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name})
    on conflict do nothing`
  return count > 0
}

/**
 * Records that the passkey was used. Returns false if its counter has not increased, because another request has used
 * it already. Many passkeys do not maintain a counter and always report 0, which is accepted.
 */
export const updatePasskeyCounter = async (
  sql: AnySql,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
): Promise<boolean> =>
  (
    await sql`
      update passkeys set counter = ${counter}, used_at = now()
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  ).count > 0

export const updatePasskeyName = async (
  sql: AnySql,
  { id, subject, name }: { id: number; subject: string; name: string },
): Promise<boolean> =>
  (await sql`update passkeys set name = ${name} where id = ${id} and subject = ${subject}`).count > 0

export const deletePasskey = async (
  sql: AnySql,
  { id, subject }: { id: number; subject: string },
): Promise<boolean> => (await sql`delete from passkeys where id = ${id} and subject = ${subject}`).count > 0
