import type { Sql } from '#server/database/connect.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { deleteExpiredRequests } from '#server/http/idempotent-requests-query.ts'
import { defineJob } from '#server/jobs/job.ts'
import { deleteExpiredRateLimits } from '#server/limits/rate-limits-query.ts'
import { deleteExpiredApiTokens } from './api-tokens/api-token-query.ts'
import { deleteUnusedApplications } from './applications/application-query.ts'
import { deleteExpiredConsumedTokens } from './consumed-token-query.ts'
import { deleteExpiredAccountLinks } from './provider/account-link-query.ts'
import { deleteExpiredKnownDevices } from './provider/known-device-query.ts'
import { deleteExpiredPayloads } from './provider/payload-query.ts'
import { deleteUnconfirmedApps } from './second-factors/authenticator-app-query.ts'
import { deleteExpiredChallenges } from './second-factors/challenge-query.ts'
import { deleteExpiredPendingSignIns } from './second-factors/pending-sign-in-query.ts'
import { deleteExpiredSessions } from './session-query.ts'

/**
 * Deletes expired sessions, API tokens, unused programs, consumed tokens, provider payloads, known devices, links, unfinished sign-in
 * steps, rate limits and responses to idempotent requests. Queries ignore expired rows, so it does not matter when the
 * sweep runs.
 */
export const sweepExpiredRows = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  await deleteUnconfirmedApps(sql)
  for (const deleteExpired of [
    deleteExpiredSessions,
    deleteExpiredApiTokens,
    deleteUnusedApplications,
    deleteExpiredConsumedTokens,
    deleteExpiredPayloads,
    deleteExpiredKnownDevices,
    deleteExpiredAccountLinks,
    deleteExpiredChallenges,
    deleteExpiredPendingSignIns,
    deleteExpiredRateLimits,
    deleteExpiredRequests,
  ])
    await deleteInBatches((max) => deleteExpired(sql, max), signal)
}

export const expiredRowsSweepJob = defineJob({
  name: 'delete-expired-rows',
  schedule: '*/10 * * * *',
  run: ({ sql, signal }) => sweepExpiredRows(sql, signal),
})
