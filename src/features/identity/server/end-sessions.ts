import { selectGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { deleteJobsByPayload } from '#server/jobs/jobs-query.ts'
import { endProgramAccess } from './end-program-access-query.ts'
import { getLocalSubject } from './local-subject.ts'
import { deleteLocalAccount, lockLocalAccount } from './provider/account-query.ts'
import { deletePayloadsByAccount, deleteProviderSessions } from './provider/payload-query.ts'
import { deleteSessions, selectFamilySessions } from './session-query.ts'

/** Ends all sessions of a user who is about to be deleted and deletes their local account. */
export const deleteSignInData = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
): Promise<void> => {
  const subject = getLocalSubject(config, await selectGoogleId(tx, userId))
  // Locked before the sessions, as everywhere else.
  const account = subject === null ? null : await lockLocalAccount(tx, subject)
  await deleteSessions(tx, { userId })
  await endProgramAccess(tx, userId)
  if (subject === null) return
  if (account) await deleteJobsByPayload(tx, { email: account.email })
  await deleteJobsByPayload(tx, { subject })
  await deleteLocalAccount(tx, subject)
  await deletePayloadsByAccount(tx, subject)
}

type Dependencies = { sql: Sql; config: Pick<Config, 'oidc'> }

/**
 * Ends all of the user's sessions except those in the browser that `except` belongs to, and returns how many
 * were active. The account's sessions with the embedded provider end too; otherwise, a single click would
 * sign the user in again without a password.
 */
export const endSessions = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
  except: Buffer | null = null,
): Promise<number> => {
  const subject = getLocalSubject(config, await selectGoogleId(tx, userId))
  if (subject !== null) await deletePayloadsByAccount(tx, subject)
  return deleteSessions(tx, { userId, ...(except && { exceptFamilyOf: except }) })
}

/**
 * Ends one browser's sessions, both on the site and with the embedded provider. The browser itself does not
 * have to visit the provider's pages. Returns false if there is no such session.
 */
export const endBrowserSessions = (
  { sql, config }: Dependencies,
  key: Parameters<typeof selectFamilySessions>[1],
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const sessions = await selectFamilySessions(tx, key)
    const [first] = sessions
    if (!first) return false
    await deleteSessions(tx, { familyOf: first.tokenHash })
    const subject = getLocalSubject(config, await selectGoogleId(tx, first.userId))
    if (subject === null) return true
    const providerSessions = sessions.flatMap(({ providerSession }) => providerSession ?? [])
    // Sessions from before `provider_session` was introduced do not record which provider session they came
    // from.
    if (providerSessions.length < sessions.length) await deletePayloadsByAccount(tx, subject)
    else await deleteProviderSessions(tx, providerSessions)
    return true
  })
