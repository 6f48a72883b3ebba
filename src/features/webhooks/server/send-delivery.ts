import {
  decryptSecret,
  UnreadableSecretError,
} from '#features/identity/server/second-factors/encrypt-secret.ts'
import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { postToPublicUrl } from '#server/http/post-to-public-url.ts'
import { createMessage } from './create-message.ts'
import type { ClaimedDelivery } from './deliveries-query.ts'
import { createSignatureHeaders } from './sign-message.ts'
import type { WebhookOwner } from './store.ts'

/** How long a receiver has for its response. */
export const TIMEOUT_MS = 15_000

/** The seconds before each retry, as Standard Webhooks recommends: ten attempts in a little more than three days. */
const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/**
 * Returns the seconds from a failed attempt to the next one, or null after the last one. Up to a tenth is added at random,
 * so that not everybody calls a receiver in the same second when it is back.
 */
export const getRetryDelay = (earlierAttempts: number, random = Math.random()): number | null => {
  const seconds = RETRY_SECONDS[earlierAttempts]
  return seconds === undefined ? null : Math.round(seconds * (1 + random / 10))
}

/** What an encrypted secret belongs to, so that it is of no use in another row. */
export const getSecretContext = ({ userId, topicId }: WebhookOwner): string =>
  userId === null ? `webhook:topic:${topicId}` : `webhook:member:${userId}`

export type Outcome = { status: number | null; error: string | null; durationMs: number }

type Sender = {
  sql: AnySql
  config: Pick<Config, 'publicUrl' | 'siteName' | 'webhooks'>
  signal: AbortSignal
  timeoutMs?: number
}

/**
 * Sends a message, and returns the status of the response, or why there was none. Throws only if the site is stopping or
 * the database is unavailable.
 */
export const sendDelivery = async (
  { sql, config, signal, timeoutMs = TIMEOUT_MS }: Sender,
  { url, secret, previousSecret, owner, messageId, ...message }: ClaimedDelivery,
): Promise<Outcome> => {
  const body = createMessage(config.publicUrl, message)
  const context = getSecretContext(owner)
  const encrypted = previousSecret ? [secret, previousSecret] : [secret]
  const secrets = await Promise.all(encrypted.map((bytes) => decryptSecret(sql, context, bytes))).catch(
    (error: unknown) => {
      if (error instanceof UnreadableSecretError) return null
      throw error
    },
  )
  if (!secrets) return { status: null, error: 'secret-unreadable', durationMs: 0 }
  const startedAt = performance.now()
  const finish = (result: Pick<Outcome, 'status' | 'error'>): Outcome => ({
    ...result,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const status = await postToPublicUrl(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Prompt-Collection-Webhooks/1.0',
        ...createSignatureHeaders({ id: `msg_${messageId}`, body, sentAt: new Date(), secrets }),
      },
      body,
      timeoutMs,
      signal,
      allowsPrivate: config.webhooks.allowsPrivateAddresses,
    })
    return finish({ status, error: null })
  } catch (error) {
    signal.throwIfAborted()
    return finish({ status: null, error: getErrorCode(error) })
  }
}

const MAX_ERROR_LENGTH = 100

/** Returns a short code, because messages can contain addresses of the network. */
const getErrorCode = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout'
  return (typeof code === 'string' ? code : 'request-failed').slice(0, MAX_ERROR_LENGTH)
}
