import { selectUserByGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { endProgramAccess } from '../end-program-access-query.ts'
import { deleteAllSecondFactors } from '../second-factors/second-factor-query.ts'
import { deleteSessions } from '../session-query.ts'
import { revokeSignIns } from './account-query.ts'
import { deleteKnownDevicesByAccount } from './known-device-query.ts'
import { deletePayloadsByAccount } from './payload-query.ts'

/** The browser that has just authenticated. It stays signed in and known. */
type Browser = { session: Buffer | null; device: Buffer | null }

/**
 * Ends every way into an account except its password: sessions on the site and at the provider, sign-ins in progress,
 * ID tokens, API tokens and known browsers. Call it with the account locked (`lockLocalAccount`).
 */
export const endAccountAccess = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  subject: string,
  except: Browser = { session: null, device: null },
): Promise<void> => {
  await revokeSignIns(tx, subject)
  await deletePayloadsByAccount(tx, subject)
  await deleteKnownDevicesByAccount(tx, subject, except.device)
  const user = await selectUserByGoogleId(tx, `${config.oidc.providerId}:${subject}`)
  if (!user) return
  await deleteSessions(tx, { userId: user.id, ...(except.session && { exceptFamilyOf: except.session }) })
  await endProgramAccess(tx, user.id)
}

/**
 * Also ends the account's second factors. Call it when somebody first proves that the account is theirs: anybody can
 * sign up with an email that is not confirmed, so a stranger may have set up what is there (decision 92). Returns the
 * number of factors that were removed.
 */
export const endUnprovenAccess = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  subject: string,
  except?: Browser,
): Promise<number> => {
  await endAccountAccess(tx, config, subject, except)
  return deleteAllSecondFactors(tx, subject)
}
