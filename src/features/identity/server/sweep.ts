import type { Sql } from '#server/database/connect.ts'
import { defineJob } from '#server/jobs/job.ts'
import { deleteExpiredRateLimits } from '#server/limits/rate-limits-query.ts'
import { deleteExpiredConsumedTokens } from './consumed-token-query.ts'
import { deleteExpiredAccountLinks } from './provider/account-link-query.ts'
import { deleteExpiredKnownDevices } from './provider/known-device-query.ts'
import { deleteExpiredPayloads } from './provider/payload-query.ts'
import { deleteUnconfirmedApps } from './second-factors/authenticator-app-query.ts'
import { deleteExpiredChallenges } from './second-factors/challenge-query.ts'
import { deleteExpiredPendingSignIns } from './second-factors/pending-sign-in-query.ts'
import { deleteExpiredSessions } from './session-query.ts'

/**
 * Deletes expired sessions, consumed tokens, provider payloads, known devices, links, unfinished sign-in steps and rate
 * limits. Queries ignore expired rows, so it does not matter when the sweep runs.
 */
export const sweepExpiredRows = async (sql: Sql): Promise<void> => {
  await deleteExpiredSessions(sql)
  await deleteExpiredConsumedTokens(sql)
  await deleteExpiredPayloads(sql)
  await deleteExpiredKnownDevices(sql)
  await deleteExpiredAccountLinks(sql)
  await deleteUnconfirmedApps(sql)
  await deleteExpiredChallenges(sql)
  await deleteExpiredPendingSignIns(sql)
  await deleteExpiredRateLimits(sql)
}

export const expiredRowsSweepJob = defineJob({
  name: 'delete-expired-rows',
  schedule: '*/10 * * * *',
  run: ({ sql }) => sweepExpiredRows(sql),
})
