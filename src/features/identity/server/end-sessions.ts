import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { localSubject } from './local-subject.ts'
import { deletePayloadsOfAccount, deleteProviderSessions } from './provider/payload-query.ts'
import { deleteSessions, listFamily } from './session-query.ts'
import { findGoogleId } from './store.ts'

type Parts = { sql: Sql; config: Pick<Config, 'oidc'> }

/**
 * Ends every session of the user, but for this browser's where one is given; answers how many. The embedded provider
 * forgets the account's browsers too, or those signed out would be back with one click and no password.
 */
export const endSessions = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
  except: Buffer | null = null,
): Promise<number> => {
  const subject = localSubject(config, await findGoogleId(tx, userId))
  if (subject !== null) await deletePayloadsOfAccount(tx, subject)
  return deleteSessions(tx, { userId, ...(except && { exceptFamilyOf: except }) })
}

/**
 * Ends the sessions of one browser, here and at the embedded provider, whose pages it need not be able to reach. False
 * where there is none.
 */
export const endBrowser = ({ sql, config }: Parts, by: Parameters<typeof listFamily>[1]): Promise<boolean> =>
  sql.begin(async (tx) => {
    const sessions = await listFamily(tx, by)
    const [first] = sessions
    if (!first) return false
    await deleteSessions(tx, { familyOf: first.tokenHash })
    const subject = localSubject(config, await findGoogleId(tx, first.userId))
    if (subject === null) return true
    const known = sessions.flatMap(({ providerSession }) => providerSession ?? [])
    // Sessions that the previous version opened do not say which of the provider's sessions they came from.
    if (known.length < sessions.length) await deletePayloadsOfAccount(tx, subject)
    else await deleteProviderSessions(tx, known)
    return true
  })
