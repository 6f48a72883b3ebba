import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { localSubject } from './local-subject.ts'
import { deletePayloadsOfAccount } from './provider/payload-query.ts'
import { deleteSessions } from './session-query.ts'
import { findGoogleId } from './store.ts'

/**
 * Ends every session but this browser's; answers how many. The embedded provider forgets the account's browsers too, or
 * those signed out would be back in with one click and no password.
 */
export const endOthers = (
  { sql, config }: { sql: Sql; config: Config },
  userId: number,
  session: Buffer | null,
): Promise<number> =>
  sql.begin(async (tx) => {
    const subject = localSubject(config, await findGoogleId(tx, userId))
    if (subject !== null) await deletePayloadsOfAccount(tx, subject)
    return deleteSessions(tx, { userId, ...(session && { exceptFamilyOf: session }) })
  })
