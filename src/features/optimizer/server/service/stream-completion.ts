import { setTimeout as delay } from 'node:timers/promises'
import { APIError, type OpenAI } from 'openai'
import pRetry from 'p-retry'
import { limits } from '#core/limits.ts'
import type { ChatMessage } from '../instruction/build-messages.ts'
import { UnusableResponseError } from './bounded-fetch.ts'

const MAX_RETRIES = 2
const BASE_DELAY_MS = 400
/** The maximum retry delay. If the service requests a longer one, the member gets an error instead. */
const MAX_DELAY_MS = 8_000

/**
 * Retries twice with exponential backoff if the service is overloaded or failing. Aborting the signal also ends the
 * delay.
 */
const withRetries = <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> =>
  pRetry(send, {
    retries: MAX_RETRIES,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error, attemptNumber }) => retryDelayMs(error, attemptNumber - 1) !== null,
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      const delayMs = retryDelayMs(error, attemptNumber - 1)
      if (delayMs !== null && retriesLeft > 0) await delay(delayMs, undefined, { signal })
    },
  })

/** Returns the seconds in the service's Retry-After header, or null. */
export const getRetryAfterSeconds = (error: unknown): number | null => {
  if (!(error instanceof APIError)) return null
  const seconds = Number(error.headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

/** Returns the delay before the next attempt, or null if a retry would not help. */
const retryDelayMs = (error: unknown, retries: number): number | null => {
  if (!(error instanceof APIError) || error.cause instanceof UnusableResponseError) return null
  // A missing status means that the connection to the service failed.
  const isTransient = error.status === undefined || error.status === 429 || error.status >= 500
  if (!isTransient) return null
  const retryAfter = getRetryAfterSeconds(error)
  if (retryAfter !== null && retryAfter * 1_000 > MAX_DELAY_MS) return null
  const backoffMs = BASE_DELAY_MS * 2 ** retries * (0.75 + Math.random() / 2)
  return Math.max(backoffMs, (retryAfter ?? 0) * 1_000)
}

/** Thrown if the response ended before the model had finished. */
export class TruncatedResponseError extends Error {
  override name = 'TruncatedResponseError'
}

type CompletionRequest = {
  model: string
  messages: readonly ChatMessage[]
  signal: AbortSignal
  onDelta?: ((piece: string) => void) | undefined
}

/**
 * Streams one completion and returns its text. Throws `TruncatedResponseError` if the stream ends early,
 * `UnusableResponseError` if the text exceeds the maximum length of a prompt, the client's errors, or the signal's
 * reason.
 */
export const streamCompletion = async (
  client: OpenAI,
  { model, messages, signal, onDelta }: CompletionRequest,
): Promise<string> => {
  const stream = await withRetries(signal, () =>
    client.chat.completions.create({ model, messages: [...messages], stream: true }, { signal }),
  )
  let text = ''
  let isFinished = false
  try {
    for await (const { choices } of stream) {
      const [choice] = choices ?? []
      const piece = choice?.delta?.content
      if (typeof piece === 'string' && piece) {
        text += piece
        // A character has at most two UTF-16 code units. The exact length is checked when the text is complete.
        if (text.length > limits.optimizedPrompt * 2) throw new UnusableResponseError('text too long')
        onDelta?.(piece)
      }
      if (choice?.finish_reason === 'length') throw new TruncatedResponseError('token limit reached')
      if (choice?.finish_reason) isFinished = true
    }
  } catch (error) {
    stream.controller.abort()
    signal.throwIfAborted()
    if (error instanceof UnusableResponseError || error instanceof TruncatedResponseError) throw error
    throw text ? new TruncatedResponseError('connection closed', { cause: error }) : error
  }
  // On abort, the client ends the iteration without an error.
  signal.throwIfAborted()
  if (text && !isFinished) throw new TruncatedResponseError('missing finish reason')
  return text
}
