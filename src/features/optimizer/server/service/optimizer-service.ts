import { APIError, OpenAI } from 'openai'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import { createWorkQueue } from '#server/work-queue.ts'
import { getWorkerShare } from '#server/workers.ts'
import { optimizerMessages } from '../../contract-messages.ts'
import { buildChatMessages, buildRepairMessages, INSTRUCTION_VERSION } from '../instruction/build-messages.ts'
import type { OptimizationInput, OptimizeOptions } from '../optimization-input.ts'
import { boundedFetch, UnusableResponseError } from './bounded-fetch.ts'
import { getRetryAfterSeconds, streamCompletion, TruncatedResponseError } from './stream-completion.ts'
import { cleanResponse, validateResponse } from './validate-response.ts'

const unavailable = (message: string, retryAfter = 5): HttpError =>
  new HttpError('optimizer-unavailable', { message, retryAfter })

/**
 * Maps an error from the service to the `HttpError` for the client and to a reason for the log. Neither contains the
 * service's own message, which may include the API key or quote the prompt.
 */
const toServiceError = (error: unknown, hasTimedOut: boolean): { httpError: HttpError; reason: string } => {
  if (error instanceof HttpError) return { httpError: error, reason: error.message }
  if (hasTimedOut) return { httpError: unavailable(optimizerMessages.timedOut, 10), reason: 'time limit' }
  if (error instanceof TruncatedResponseError)
    return { httpError: unavailable(optimizerMessages.truncated), reason: error.message }
  const cause =
    error instanceof UnusableResponseError ? error : error instanceof Error ? error.cause : undefined
  if (cause instanceof UnusableResponseError)
    return { httpError: unavailable(optimizerMessages.unusable), reason: cause.message }
  if (error instanceof APIError) {
    const reason = `status ${error.status ?? 'none'}`
    return error.status === 429
      ? {
          httpError: new HttpError('optimizer-busy', {
            message: optimizerMessages.busy,
            retryAfter: getRetryAfterSeconds(error) ?? 20,
          }),
          reason,
        }
      : { httpError: unavailable(optimizerMessages.unavailable, getRetryAfterSeconds(error) ?? 30), reason }
  }
  return {
    httpError: unavailable(optimizerMessages.unavailable, 30),
    reason: error instanceof Error ? error.name : 'unknown',
  }
}

export type OptimizerService = {
  version: string
  /** Throws 503 with Retry-After if the queue is full. */
  assertCapacity(): void
  /** Returns the validated optimized prompt. Throws 503 with Retry-After and a message for users. */
  optimize(input: OptimizationInput, run: OptimizeOptions): Promise<string>
  /** Aborts all running completions. */
  close(): void
}

const MAX_QUEUED_PER_SLOT = 4
const MAX_QUEUE_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = 15

/** Creates the service. Returns null if the settings do not configure one. */
export const createOptimizerService = (config: Config['optimizer']): OptimizerService | null => {
  const { baseUrl, apiKey, model, timeoutMs, maxConcurrent } = config
  const atOnce = getWorkerShare(maxConcurrent)
  if (!baseUrl || !model) return null
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Both are set explicitly because the client would otherwise read them from the environment.
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    ...(apiKey ? {} : { defaultHeaders: { authorization: null } }),
    // `withRetries` does the retries because the client's own backoff cannot be aborted.
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: boundedFetch,
  })
  const refuse = () => new HttpError('optimizer-busy', { retryAfter: RETRY_AFTER_SECONDS })
  const queue = createWorkQueue({
    name: 'optimizations',
    concurrency: atOnce,
    maxWaiting: atOnce * MAX_QUEUED_PER_SLOT,
    maxWaitMs: Math.min(MAX_QUEUE_WAIT_MS, timeoutMs),
    refuse,
  })
  const closing = new AbortController()

  /** Requests a completion. If it is invalid, adds the reason to the conversation and requests a second one. */
  const completeValidated = async (
    input: OptimizationInput,
    signal: AbortSignal,
    onDelta: OptimizeOptions['onDelta'],
  ) => {
    const { conversation, delimiters, secret } = buildChatMessages(input)
    const complete = async (messages: typeof conversation, onPiece?: OptimizeOptions['onDelta']) => {
      const response = await streamCompletion(client, { model, messages, signal, onDelta: onPiece })
      const text = cleanResponse(response, delimiters, input)
      return { response, text, invalidReason: validateResponse(text, secret, input) }
    }
    const first = await complete(conversation, onDelta)
    if (!first.invalidReason) return first.text
    const second = await complete([
      ...conversation,
      ...buildRepairMessages(first.response, first.invalidReason),
    ])
    if (second.invalidReason) throw unavailable(optimizerMessages.unusable)
    return second.text
  }

  const optimize = async (
    input: OptimizationInput,
    { signal: disconnected, onDelta, log }: OptimizeOptions,
  ): Promise<string> => {
    const aborted = AbortSignal.any([disconnected, closing.signal])
    const complete = async () => {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        return await completeValidated(input, AbortSignal.any([aborted, timeout]), onDelta)
      } catch (error) {
        const { httpError: failure, reason } = toServiceError(error, timeout.aborted && !aborted.aborted)
        if (!aborted.aborted) log.warn({ reason }, 'optimizer service failed')
        throw failure
      }
    }
    return queue.run({ owner: '', signal: aborted }, complete).catch((error: unknown) => {
      throw toServiceError(error, false).httpError
    })
  }

  return {
    version: `service-${INSTRUCTION_VERSION}`,
    assertCapacity: () => {
      if (queue.isFull()) throw refuse()
    },
    optimize,
    close: () => closing.abort(),
  }
}
