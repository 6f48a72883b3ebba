import { paths } from '#core/paths.ts'
import { findVerifiedEmail } from '#features/identity/server/find-verified-email.ts'
import { selectMember } from '#features/identity/server/session-query.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'
import { sendMail, wasDefinitelyNotSent } from '#server/mail/send-mail.ts'
import { getNotificationTypes } from '../contract.ts'
import { notificationKinds } from '../contract-values.ts'
import {
  type ClaimedDigest,
  claimDigest,
  isInDigest,
  releaseDigest,
  selectDueDigestIds,
  selectDueTimeZones,
} from './digest-query.ts'
import { createDigestMail } from './digest-text.ts'
import { selectNotifications } from './notifications-query.ts'
import { selectNotificationSettings } from './settings-query.ts'
import { readClocks } from './time-zones.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

const BATCH_SIZE = 50
/** A run stops after this time, and the next run continues. */
const MAX_RUN_MS = 8 * 60_000
/** After this many consecutive failures, the mail server is considered unavailable. */
const MAX_FAILURES = 3
/** The maximum number of notifications that a digest counts. */
const MAX_NOTIFICATIONS = 100

/** Sends each digest that is due, at most once. */
export const digestJob = defineJob({
  name: 'mail-digests',
  schedule: '*/10 * * * *',
  retries: 2,
  run: (context) => sendDueDigests(context),
})

type Context = Pick<JobContext, 'sql' | 'config' | 'log' | 'signal'>

const sendDueDigests = async (context: Context): Promise<void> => {
  const { sql, config, log, signal } = context
  if (!config.mail) return
  const endsAt = performance.now() + MAX_RUN_MS
  let failures = 0
  for (;;) {
    const timeZones = await selectDueTimeZones(sql)
    const due = await selectDueDigestIds(sql, readClocks(timeZones), BATCH_SIZE)
    if (due.length === 0) return
    for (const id of due) {
      signal.throwIfAborted()
      if (performance.now() > endsAt) return
      const digest = await claimDigest(sql, id, readClocks(timeZones))
      if (!digest) continue
      try {
        await sendDigest(context, digest)
        failures = 0
      } catch (error) {
        failures += 1
        const isUnsent = wasDefinitelyNotSent(error)
        log.warn({ err: error, digest: id, isUnsent }, 'A digest could not be sent')
        if (isUnsent) await releaseDigest(sql, digest)
        if (failures >= MAX_FAILURES) throw error
      }
    }
  }
}

/**
 * Sends one digest. Reads the current state because the member may have read notifications, switched off a
 * kind or lost access to a post since the notifications were created.
 */
const sendDigest = async ({ sql, config, log }: Context, digest: ClaimedDigest): Promise<void> => {
  const { userId } = digest
  const [member, email] = [await selectMember(sql, userId), await findVerifiedEmail(sql, config, userId)]
  // A member who is being deleted has no profile any more.
  if (!member?.profileCompleted || !email) return
  const settings = await selectNotificationSettings(sql, userId)
  const disabledTypes = notificationKinds.filter((kind) => !settings[kind]).flatMap(getNotificationTypes)
  const rows = await selectNotifications(sql, member, {
    limit: MAX_NOTIFICATIONS + 1,
    only: isInDigest(sql, digest, disabledTypes),
  })
  if (rows.length === 0) return
  const { siteName, publicUrl } = config
  const unsubscribeUrl = publicUrl + paths.unsubscribe(await createUnsubscribeToken(sql, userId))
  const content = createDigestMail({
    siteName,
    publicUrl,
    notifications: rows.slice(0, MAX_NOTIFICATIONS),
    hasMore: rows.length > MAX_NOTIFICATIONS,
    unsubscribeUrl,
  })
  const headers = {
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    // Lets the mail client's own button unsubscribe the member with one click (RFC 8058).
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }
  if (!(await sendMail(config, { to: email, content, headers })))
    log.warn({ digest: digest.id }, 'The mail server rejects the address of a member')
}
