import type { AnySql, Sql } from '#server/database/connect.ts'
import { deleteSessions, listTokenHashes, lockToken } from './session-query.ts'

type Which = Parameters<typeof deleteSessions>[1]

/** Ends sessions and refuses the ID tokens that opened them; answers how many were in use. */
export const endSessions = (sql: Sql, which: Which): Promise<number> =>
  sql.begin((tx) => endSessionsWithin(tx, which))

/** The same in a transaction that is open already. */
export const endSessionsWithin = async (tx: AnySql, which: Which): Promise<number> => {
  for (const hash of await listTokenHashes(tx, which)) await lockToken(tx, hash)
  return deleteSessions(tx, which)
}
