import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { endSessionsWithin } from './end-sessions.ts'
import { localSubject } from './local-subject.ts'
import { deleteAccount } from './provider/account-query.ts'
import { deletePayloadsOfAccount } from './provider/payload-query.ts'
import { findGoogleId } from './store.ts'

/** Before a user is deleted: their sessions end, their ID tokens are refused, and their local account goes. */
export const forgetAccount = async (
  tx: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
): Promise<void> => {
  const subject = localSubject(config, await findGoogleId(tx, userId))
  await endSessionsWithin(tx, { userId })
  if (subject === null) return
  await deleteAccount(tx, subject)
  await deletePayloadsOfAccount(tx, subject)
}
