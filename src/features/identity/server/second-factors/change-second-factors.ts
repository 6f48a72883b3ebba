import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { selectGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { secondFactorMessages } from '../../contract-messages.ts'
import { getLocalSubject } from '../local-subject.ts'
import { securityNoticeJob } from '../mail-jobs.ts'
import type { SecurityNoticeKind } from '../mail-texts.ts'
import { type LocalAccount, lockLocalAccount, selectAccountBySubject } from '../provider/account-query.ts'
import { deleteKnownDevicesByAccount } from '../provider/known-device-query.ts'
import { selectSessionFamily } from '../session-query.ts'
import {
  confirmAuthenticatorApp,
  deleteAuthenticatorApp,
  selectConfirmedApp,
  selectUnconfirmedApp,
  upsertUnconfirmedApp,
} from './authenticator-app-query.ts'
import { createTotpSecret, findTotpTimeStep } from './authenticator-codes.ts'
import { decryptSecret, encryptSecret } from './encrypt-secret.ts'
import { deletePasskey, insertPasskey, selectPasskeys, updatePasskeyName } from './passkey-query.ts'
import { type ChallengePurpose, supportsPasskeys, verifyRegistration } from './passkeys.ts'
import { deletePendingSignInsBySubject } from './pending-sign-in-query.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-code-query.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { countSecondFactors, deleteAllSecondFactors } from './second-factor-query.ts'

type Dependencies = { sql: Sql; config: Config }

/** Finds the member's account at the embedded provider; null if the account belongs to another provider. */
export const findLocalAccount = async (
  { sql, config }: Dependencies,
  userId: number,
): Promise<LocalAccount | null> => {
  const subject = getLocalSubject(config, await selectGoogleId(sql, userId))
  return subject === null ? null : selectAccountBySubject(sql, subject)
}

/** Lists an account's second factors for the settings page. */
export const listSecondFactors = async ({ sql, config }: Dependencies, account: LocalAccount) => {
  const { subject, isEmailVerified } = account
  const app = await selectConfirmedApp(sql, subject)
  return {
    needsConfirmedEmail: config.mail !== null && !isEmailVerified,
    supportsPasskeys: supportsPasskeys(config),
    app: app && { createdAt: app.createdAt, usedAt: app.usedAt },
    passkeys: await selectPasskeys(sql, subject),
    recoveryCodesLeft: await countRecoveryCodes(sql, subject),
  }
}

/**
 * Throws unless the account may have a second factor. A stranger can sign up with somebody else's email, so the email
 * must be confirmed first (decision 92), except on a site that sends no mail.
 */
export const requireConfirmedEmail = (
  { mail }: Pick<Config, 'mail'>,
  { isEmailVerified }: Pick<LocalAccount, 'isEmailVerified'>,
): void => {
  if (mail && !isEmailVerified) throw new HttpError('email-not-confirmed')
}

/** Who changes the second factors of which account. */
type Change = { subject: string; session: Buffer | null }

/**
 * Locks the account until the transaction ends, so that only one request at a time changes its second factors. Throws
 * 401 if the session has ended in the meantime, for example because the password has been reset.
 */
const lockForChange = async (tx: AnySql, { subject, session }: Change): Promise<LocalAccount> => {
  const account = await lockLocalAccount(tx, subject)
  if (!account || !session || !(await selectSessionFamily(tx, session))) throw new HttpError('not-signed-in')
  return account
}

const notify = async (
  tx: AnySql,
  config: Config,
  subject: string,
  kind: SecurityNoticeKind,
): Promise<void> => {
  if (config.mail) await enqueueJob(tx, securityNoticeJob, { subject, kind })
}

/** Creates recovery codes for an account's first factor. Returns null if the account already has codes. */
const createFirstCodes = async (tx: AnySql, subject: string): Promise<string[] | null> =>
  (await countRecoveryCodes(tx, subject)) > 0 ? null : createRecoveryCodes(tx, subject)

/**
 * Creates the TOTP secret for an authenticator app. The app is required at sign-in only after
 * `activateAuthenticatorApp` has accepted its first code.
 */
export const prepareAuthenticatorApp = async ({ sql, config }: Dependencies, account: LocalAccount) => {
  requireConfirmedEmail(config, account)
  const { subject, email } = account
  const { secret, qrCode } = createTotpSecret(config.siteName, email)
  if (!(await upsertUnconfirmedApp(sql, subject, await encryptSecret(sql, subject, secret))))
    throw new HttpError('authenticator-app-exists')
  return { secret, qrCode }
}

/**
 * Activates the app with its first code. Browsers that have signed in with the password alone are no longer known, so
 * they get no attempts of their own. Returns new recovery codes, or null if the account already has some.
 */
export const activateAuthenticatorApp = ({ sql, config }: Dependencies, change: Change, code: string) =>
  sql.begin(async (tx): Promise<string[] | null> => {
    const { subject } = change
    requireConfirmedEmail(config, await lockForChange(tx, change))
    const app = await selectUnconfirmedApp(tx, subject)
    if (!app) throw new HttpError('authenticator-app-expired')
    const { encryptedSecret } = app
    const step = findTotpTimeStep(await decryptSecret(tx, subject, encryptedSecret), code)
    if (step === null) throw createInvalidFieldError('code', secondFactorMessages.wrongAppCode)
    await confirmAuthenticatorApp(tx, subject, { encryptedSecret, step })
    await deleteKnownDevicesByAccount(tx, subject)
    await notify(tx, config, subject, 'app-added')
    return createFirstCodes(tx, subject)
  })

/** Removes the recovery codes and pending sign-ins after the last factor has been removed. */
const cleanUp = async (tx: AnySql, subject: string): Promise<void> => {
  const { hasApp, passkeys } = await countSecondFactors(tx, subject)
  if (hasApp || passkeys > 0) return
  await deleteRecoveryCodes(tx, subject)
  await deletePendingSignInsBySubject(tx, subject)
}

export const removeAuthenticatorApp = ({ sql, config }: Dependencies, change: Change): Promise<void> =>
  sql.begin(async (tx) => {
    const { subject } = await lockForChange(tx, change)
    if (!(await deleteAuthenticatorApp(tx, subject))) throw new HttpError('second-factor-not-found')
    await cleanUp(tx, subject)
    await notify(tx, config, subject, 'app-removed')
  })

const MAX_PASSKEYS = 20

type NewPasskey = { purpose: ChallengePurpose; name: string; response: RegistrationResponseJSON }

/** Stores a passkey. Returns new recovery codes, or null if the account already has some. */
export const addPasskey = async (
  dependencies: Dependencies,
  change: Change,
  { purpose, name, response }: NewPasskey,
): Promise<string[] | null> => {
  const credential = await verifyRegistration(dependencies, purpose, response)
  if (!credential) throw new HttpError('passkey-rejected')
  return dependencies.sql.begin(async (tx) => {
    const { subject } = change
    requireConfirmedEmail(dependencies.config, await lockForChange(tx, change))
    if ((await countSecondFactors(tx, subject)).passkeys >= MAX_PASSKEYS)
      throw new HttpError('too-many-passkeys')
    if (!(await insertPasskey(tx, { ...credential, subject, name }))) throw new HttpError('passkey-rejected')
    await deleteKnownDevicesByAccount(tx, subject)
    await notify(tx, dependencies.config, subject, 'passkey-added')
    return createFirstCodes(tx, subject)
  })
}

export const renamePasskey = async (
  { sql }: Dependencies,
  { subject }: LocalAccount,
  { id, name }: { id: number; name: string },
): Promise<void> => {
  if (!(await updatePasskeyName(sql, { id, subject, name }))) throw new HttpError('second-factor-not-found')
}

export const removePasskey = ({ sql, config }: Dependencies, change: Change, id: number): Promise<void> =>
  sql.begin(async (tx) => {
    const { subject } = await lockForChange(tx, change)
    if (!(await deletePasskey(tx, { id, subject }))) throw new HttpError('second-factor-not-found')
    await cleanUp(tx, subject)
    await notify(tx, config, subject, 'passkey-removed')
  })

/** Replaces the account's recovery codes and returns the new ones. */
export const regenerateRecoveryCodes = ({ sql, config }: Dependencies, change: Change): Promise<string[]> =>
  sql.begin(async (tx) => {
    const { subject } = await lockForChange(tx, change)
    const { hasApp, passkeys } = await countSecondFactors(tx, subject)
    if (!hasApp && passkeys === 0) throw new HttpError('second-factor-not-found')
    await notify(tx, config, subject, 'recovery-codes-replaced')
    return createRecoveryCodes(tx, subject)
  })

/**
 * Removes all second factors of a member who has lost them, so that the password alone is enough to sign in. Returns
 * the number of factors removed, or null if the member has no account at the embedded provider.
 */
export const removeSecondFactors = async (
  tx: AnySql,
  config: Config,
  userId: number,
): Promise<number | null> => {
  const subject = getLocalSubject(config, await selectGoogleId(tx, userId))
  if (subject === null || !(await lockLocalAccount(tx, subject))) return null
  const removed = await deleteAllSecondFactors(tx, subject)
  if (removed === 0) return 0
  await notify(tx, config, subject, 'second-factors-removed')
  return removed
}
