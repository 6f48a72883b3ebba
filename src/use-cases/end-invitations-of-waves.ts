import {
  endInvitationsOfWaves,
  markLostMembers,
  selectInvitersOfWaves,
} from '#features/identity/server/invitation-query.ts'
import { findOrOpenCase } from '#features/moderation/server/case-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { findSubject } from './moderated-subjects.ts'

/** How many of a member's invitees are suspended or removed within a week until the member has to answer for them. */
const WAVE_SIZE = 3
const BATCH_SIZE = 1_000

/**
 * Lets members answer for a wave of accounts that they have let in and that were suspended or removed: their open
 * invitations end, and a case about them says how many there were. It is opened again when one more is lost. Admins
 * answer to nobody, so there is no case about them.
 */
export const invitationWaveJob = defineJob({
  name: 'end-invitations-of-waves',
  schedule: '*/10 * * * *',
  run: async ({ sql, log, signal }) => {
    for (let marked = BATCH_SIZE; marked === BATCH_SIZE; ) {
      signal.throwIfAborted()
      marked = await retryOnConflict(() => sql.begin(openCasesOfLost))
    }
    for (const userId of await endInvitationsOfWaves(sql, WAVE_SIZE))
      log.warn(
        { userId },
        'The invitations of a member ended, because several of those whom they invited were suspended or removed',
      )
  },
})

const openCasesOfLost = async (tx: AnySql): Promise<number> => {
  const inviters = await markLostMembers(tx, BATCH_SIZE)
  for (const { id, lost } of await selectInvitersOfWaves(tx, inviters, WAVE_SIZE)) {
    const subject = await findSubject(tx, null, { kind: 'member', id, version: 0 })
    const findings = [`${lost} accounts that this member invited were suspended or removed within a week`]
    if (subject) await findOrOpenCase(tx, 'member', subject, { source: 'findings', findings })
  }
  return inviters.length
}
