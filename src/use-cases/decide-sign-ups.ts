import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { signUpDecisionJob } from '#features/identity/server/mail-jobs.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import {
  approveAccounts,
  rejectAccount,
  selectEndedRejections,
} from '#features/members/server/sign-up-requests-query.ts'
import { publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { deleteUser } from './delete-user.ts'

type Resources = { sql: Sql; config: Pick<Config, 'mail'> }

/** Throws 403 unless the member looks after the whole site. Moderators of topics do not decide who becomes a member. */
export const requireSiteModerator = ({ isAdmin, isModerator }: Member): void => {
  if (!isAdmin && !isModerator) throw new HttpError('not-allowed')
}

/** Approves accounts that wait for it or are rejected, and returns how many there were. Their owners get a mail. */
export const approveSignUps = (
  { sql, config }: Resources,
  actor: Actor,
  ids: readonly number[],
): Promise<number> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      for (const id of [...ids].sort((a, b) => a - b)) await lockUserRow(tx, id)
      const approved = await approveAccounts(tx, ids)
      for (const { id, username } of approved) {
        await recordAuditEvent(tx, actor, { action: 'approve-sign-up', target: { id, name: username } })
        await tellOwner(tx, config, { id, isApproved: true, reason: '' })
      }
      return approved.length
    }),
  )

/** Rejects an account that waits for approval. Throws 404 if it does not. Its owner gets a mail with the reason. */
export const rejectSignUp = ({ sql, config }: Resources, actor: Actor, id: number): Promise<void> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockUserRow(tx, id)
      const name = await rejectAccount(tx, id, { reason: actor.reason, by: actor.id })
      if (name === null) throw new HttpError('sign-up-not-found')
      await recordAuditEvent(tx, actor, { action: 'reject-sign-up', target: { id, name } })
      await tellOwner(tx, config, { id, isApproved: false, reason: actor.reason })
    }),
  )

type Decision = { id: number; isApproved: boolean; reason: string }

const tellOwner = async (
  tx: AnySql,
  { mail }: Resources['config'],
  { id, ...decision }: Decision,
): Promise<void> => {
  await publishMemberChanges(tx, [id])
  if (mail) await enqueueJob(tx, signUpDecisionJob, { userId: id, ...decision })
}

const BATCH_SIZE = 50

/** Deletes rejected accounts once their owners have had time to read the reason. */
export const rejectedSignUpSweepJob = defineJob({
  name: 'delete-rejected-accounts',
  schedule: '15 4 * * *',
  run: async ({ sql, config, log, signal }) => {
    for (let ids = [0]; ids.length > 0; ) {
      ids = await selectEndedRejections(sql, BATCH_SIZE)
      for (const id of ids) {
        signal.throwIfAborted()
        await deleteUser({ sql, config, log }, id)
      }
    }
  },
})
