import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { localSubject } from './local-subject.ts'
import { deleteAccount } from './provider/account-query.ts'
import { deletePayloadsOfAccount } from './provider/payload-query.ts'
import { deleteSessions } from './session-query.ts'
import { findGoogleId } from './store.ts'

/** Ends all sessions of a user who is about to be deleted and deletes their local account. */
export const forgetAccount = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
): Promise<void> => {
  const subject = localSubject(config, await findGoogleId(tx, userId))
  await deleteSessions(tx, { userId })
  if (subject === null) return
  await deleteAccount(tx, subject)
  await deletePayloadsOfAccount(tx, subject)
}
