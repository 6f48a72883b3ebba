import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates a secret in the form of Standard Webhooks. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Message = { id: string; body: string; sentAt: Date; secrets: readonly string[] }

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com), with a signature for each secret. The
 * signature covers the id and the time, so that a message cannot be repeated later by somebody who has seen it.
 */
export const createSignatureHeaders = ({ id, body, sentAt, secrets }: Message): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
