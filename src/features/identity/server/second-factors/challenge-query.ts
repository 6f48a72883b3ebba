import type { AnySql } from '#server/database/connect.ts'

const MINUTES = 5

/** Stores a challenge in place of the purpose's earlier one. */
export const upsertChallenge = (sql: AnySql, purposeHash: Buffer, challenge: string) => sql`
  insert into passkey_challenges (purpose_hash, challenge, ends_at)
  values (${purposeHash}, ${challenge}, now() + ${MINUTES} * interval '1 minute')
  on conflict (purpose_hash) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/** Returns the challenge once. */
export const consumeChallenge = async (sql: AnySql, purposeHash: Buffer): Promise<string | null> => {
  const [row] = await sql<{ challenge: string }[]>`
    delete from passkey_challenges where purpose_hash = ${purposeHash} and ends_at > now() returning challenge`
  return row?.challenge ?? null
}

export const deleteExpiredChallenges = (sql: AnySql) =>
  sql`delete from passkey_challenges where ends_at < now()`
