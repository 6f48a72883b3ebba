import type { WebhookDelivery } from '../contract.ts'
import { webhookTexts } from './texts.ts'

/** Returns why a message was not received, in words. */
export const describeProblem = ({ status, error }: Pick<WebhookDelivery, 'status' | 'error'>): string =>
  status === null ? (webhookTexts.errors[error ?? ''] ?? error ?? '') : webhookTexts.status(status)

/** Returns what the last attempt came to, such as ` · HTTP 503 · 120 ms · 2 attempts`; empty if there was none. */
export const describeOutcome = (delivery: WebhookDelivery): string => {
  if (delivery.attempts === 0 && delivery.attemptedAt === null) return ''
  const parts = [
    describeProblem(delivery),
    delivery.durationMs === null ? '' : webhookTexts.took(delivery.durationMs),
    delivery.attempts > 1 ? webhookTexts.attempts(delivery.attempts) : '',
  ]
  return parts
    .filter((part) => part !== '')
    .map((part) => ` · ${part}`)
    .join('')
}
