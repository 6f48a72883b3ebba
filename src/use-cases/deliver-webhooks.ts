import { setTimeout as wait } from 'node:timers/promises'
import { notifyOfDisabledWebhook } from '#features/notifications/server/notify-query.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteOldDeliveries,
  dropDelivery,
  hasActiveWebhooks,
  recordFailure,
  recordSuccess,
} from '#features/webhooks/server/deliveries-query.ts'
import { getRetryDelay, sendDelivery, TIMEOUT_MS } from '#features/webhooks/server/send-delivery.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'

/** How many messages are sent at a time: to receivers that were fast the last time, and to the others. */
const LANES = [
  { isSlow: false, max: 16 },
  { isSlow: true, max: 4 },
] as const

/** A receiver that takes longer waits with the slow ones from then on. */
const SLOW_MS = 3_000
/** A message whose process has died is sent again after this time. */
const CLAIM_SECONDS = 60
/** A run lasts almost until the next one, so that messages are sent within seconds. */
const RUN_MS = 55_000
const POLL_MS = 1_000
/** How long a webhook whose message was not received gets no other one, so that nobody is flooded with what they refuse. */
const REST_MS = 5_000
/**
 * The least time between two messages to one host. Many members can name the same host, and the webhooks of one member
 * alone could send it a thousand messages a second.
 */
const HOST_INTERVAL_MS = 100
const HTTP_GONE = 410

type Context = Pick<JobContext, 'sql' | 'config' | 'log' | 'signal'>

/** Sends what webhooks are told, each message at least once (decision 169). */
export const webhookJob = defineJob({
  name: 'deliver-webhooks',
  schedule: '* * * * *',
  maxSeconds: 120,
  run: async (context) => {
    if (!context.config.webhooks.isEnabled || !(await hasActiveWebhooks(context.sql))) return
    await deliverWebhooks(context, { endsAt: performance.now() + RUN_MS, waitsForMore: true })
  },
})

export const webhookLogSweepJob = defineJob({
  name: 'delete-old-webhook-deliveries',
  schedule: '50 * * * *',
  run: ({ sql, signal }) => deleteInBatches((max) => deleteOldDeliveries(sql, max), signal),
})

type RunOptions = {
  /** When no further message is begun, in the time of `performance.now`. The next run goes on with the rest. */
  endsAt?: number
  /** Whether to wait until then for messages that become due. */
  waitsForMore?: boolean
}

/** Sends the messages that are due. */
export const deliverWebhooks = async (context: Context, options: RunOptions = {}): Promise<void> => {
  const pauses = { webhooks: new Map<number, number>(), hosts: new Map<string, number>() }
  await Promise.all(LANES.map((lane) => runLane(context, lane, pauses, options)))
}

/** Until when webhooks and hosts get no message, in the time of `performance.now`. */
type Pauses = { webhooks: Map<number, number>; hosts: Map<string, number> }

const listPaused = <K>(pauses: Map<K, number>): K[] => {
  for (const [key, until] of pauses) if (performance.now() >= until) pauses.delete(key)
  return [...pauses.keys()]
}

const runLane = async (
  context: Context,
  { isSlow, max }: (typeof LANES)[number],
  pauses: Pauses,
  { endsAt = Infinity, waitsForMore = false }: RunOptions,
): Promise<void> => {
  const { sql, signal } = context
  const sending = new Set<Promise<void>>()
  for (;;) {
    signal.throwIfAborted()
    if (performance.now() >= endsAt) return void (await Promise.all(sending))
    const free = max - sending.size
    const isIdle = sending.size === 0
    const exceptHosts = listPaused(pauses.hosts)
    const except = listPaused(pauses.webhooks)
    const claim = { isSlow, except, exceptHosts, max: free, claimSeconds: CLAIM_SECONDS }
    const claimed = free > 0 ? await claimDeliveries(sql, claim) : []
    for (const delivery of claimed) {
      pauses.hosts.set(delivery.host, performance.now() + HOST_INTERVAL_MS)
      const rest = () => pauses.webhooks.set(delivery.webhookId, performance.now() + REST_MS)
      const sent = attemptDelivery(context, delivery, rest)
        .catch((error: unknown) => logProblem(context, error))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    if (claimed.length > 0) continue
    // What is due for a host that has just got a message is sent soon.
    const isHostPaused = exceptHosts.length > 0
    if (isIdle && !isHostPaused && !waitsForMore) return
    // A message that has ended meanwhile can have been the reason why there was no other one.
    if (!isIdle && !isHostPaused && sending.size === 0) continue
    const pollMs = isHostPaused ? HOST_INTERVAL_MS : POLL_MS
    await Promise.race([...sending, wait(pollMs, undefined, { signal }).catch(() => {})])
  }
}

/** Logs why a message was not recorded, or not sent because the site is stopping. It is sent again when its claim ends. */
const logProblem = ({ log, signal }: Context, error: unknown): void => {
  if (!signal.aborted) log.warn({ err: error }, 'The message of a webhook could not be sent or recorded')
}

/** Sends one message at once, unless its webhook is being sent another one. */
export const deliverNow = async (context: Context, deliveryId: number): Promise<void> => {
  const [delivery] = await claimDeliveries(context.sql, {
    only: deliveryId,
    max: 1,
    claimSeconds: CLAIM_SECONDS,
  })
  if (delivery) await attemptDelivery(context, delivery)
}

/** How long a request waits for the message that it has caused. */
export const MAX_REQUEST_WAIT_MS = TIMEOUT_MS + 1_000

const attemptDelivery = async (
  { sql, config, log, signal }: Context,
  delivery: ClaimedDelivery,
  onFailure = () => {},
): Promise<void> => {
  if (!delivery.isAllowed) return void (await dropDelivery(sql, delivery))
  const outcome = await sendDelivery({ sql, config, signal }, delivery)
  const { id, webhookId, attempts, owner } = delivery
  const { status, durationMs } = outcome
  const attempt = { id, webhookId, ...outcome }
  if (status !== null && status >= 200 && status < 300)
    return void (await recordSuccess(sql, { ...attempt, isSlow: durationMs > SLOW_MS }))
  // Before the failure is recorded, which ends the claim.
  onFailure()
  const isGone = status === HTTP_GONE
  await sql.begin(async (tx) => {
    const isDisabled = await recordFailure(tx, {
      ...attempt,
      isGone,
      retryAfterSeconds: isGone ? null : getRetryDelay(attempts),
    })
    if (!isDisabled) return
    await notifyOfDisabledWebhook(tx, { userId: owner.userId, host: new URL(delivery.url).host })
    log.info({ webhook: webhookId }, 'A webhook was switched off because it had failed for days')
  })
}
