import { APIError } from 'openai'
import { Failure, unavailable } from '#core/failure.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import { UnusableAnswer } from './bounded-fetch.ts'
import { retryAfterOf } from './retry.ts'
import { CutOff } from './write-answer.ts'

/**
 * Maps an error of the service to the `HttpError` for the client and a reason for the log. Neither contains
 * the service's own message, which may include the API key or quote the prompt.
 */
export const asRefusal = (error: unknown, hasTimedOut: boolean): { failure: Failure; reason: string } => {
  if (error instanceof Failure) return { failure: error, reason: error.message }
  if (hasTimedOut) return { failure: unavailable(messages.slow, 10), reason: 'time limit' }
  if (error instanceof CutOff) return { failure: unavailable(messages.cutOff), reason: error.message }
  const cause = error instanceof UnusableAnswer ? error : error instanceof Error ? error.cause : undefined
  if (cause instanceof UnusableAnswer)
    return { failure: unavailable(messages.unusable), reason: cause.message }
  if (error instanceof APIError) {
    const reason = `status ${error.status ?? 'none'}`
    return error.status === 429
      ? { failure: unavailable(messages.busy, retryAfterOf(error) ?? 20), reason }
      : { failure: unavailable(messages.away, retryAfterOf(error) ?? 30), reason }
  }
  return { failure: unavailable(messages.away, 30), reason: error instanceof Error ? error.name : 'unknown' }
}
