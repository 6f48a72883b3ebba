import type { AnySql } from '#server/database/connect.ts'

const MINUTES = 5

/** Stores a challenge, replacing the earlier challenge for the same purpose. */
export const upsertChallenge = (sql: AnySql, purposeHash: Buffer, challenge: string) => sql`
  insert into passkey_challenges (purpose_hash, challenge, ends_at)
  values (${purposeHash}, ${challenge}, now() + ${MINUTES} * interval '1 minute')
  on conflict (purpose_hash) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/** Deletes the challenge and returns it, so that it works only once; null if there is none or it has expired. */
export const consumeChallenge = async (sql: AnySql, purposeHash: Buffer): Promise<string | null> => {
  const [row] = await sql<{ challenge: string }[]>`
    delete from passkey_challenges where purpose_hash = ${purposeHash} and ends_at > now() returning challenge`
  return row?.challenge ?? null
}

export const deleteExpiredChallenges = (sql: AnySql, max: number) => sql`
  delete from passkey_challenges where ctid = any(array(select ctid from passkey_challenges where ends_at < now() limit ${max}))`
