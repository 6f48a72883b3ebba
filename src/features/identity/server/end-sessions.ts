import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { localSubject } from './local-subject.ts'
import { deletePayloadsOfAccount, deleteProviderSessions } from './provider/payload-query.ts'
import { deleteSessions, listFamily } from './session-query.ts'
import { findGoogleId } from './store.ts'

type Parts = { sql: Sql; config: Pick<Config, 'oidc'> }

/**
 * Ends every session of the user except the browser that `except` belongs to, and returns how many were
 * active. The account's sessions at the embedded provider end too; otherwise one click without a password
 * would sign in again.
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
 * Ends the sessions of one browser, on the site and at the embedded provider. The browser itself does not
 * have to reach the provider's pages. Returns false if there is no such session.
 */
export const endBrowser = ({ sql, config }: Parts, key: Parameters<typeof listFamily>[1]): Promise<boolean> =>
  sql.begin(async (tx) => {
    const sessions = await listFamily(tx, key)
    const [first] = sessions
    if (!first) return false
    await deleteSessions(tx, { familyOf: first.tokenHash })
    const subject = localSubject(config, await findGoogleId(tx, first.userId))
    if (subject === null) return true
    const providerSessions = sessions.flatMap(({ providerSession }) => providerSession ?? [])
    // Sessions opened before `provider_session` was recorded do not say which provider session they came
    // from.
    if (providerSessions.length < sessions.length) await deletePayloadsOfAccount(tx, subject)
    else await deleteProviderSessions(tx, providerSessions)
    return true
  })
