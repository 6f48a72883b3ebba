import { OpenAI } from 'openai'
import { unavailable } from '#core/failure.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import type { Config } from '#server/config.ts'
import { askToRepair, INSTRUCTION_VERSION, makeMessages } from '../instruction/make-messages.ts'
import type { Run, ToOptimize } from '../to-optimize.ts'
import { asRefusal } from './as-refusal.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { faultOf, tidyAnswer } from './check-answer.ts'
import { createPlaces } from './places.ts'
import { writeAnswer } from './write-answer.ts'

export type Service = {
  version: string
  /** Throws 503 with Retry-After if even the queue is full. */
  refuseIfFull(): void
  /** Returns the validated optimized prompt. Throws 503 with Retry-After and a user-facing message. */
  optimize(input: ToOptimize, run: Run): Promise<string>
  /** Aborts all running completions. */
  close(): void
}

const MAX_QUEUED_PER_SLOT = 4
const MAX_QUEUE_WAIT_MS = 20_000

/** Returns null if the settings configure no service. */
export const openService = (config: Config['optimizer']): Service | null => {
  const { baseUrl, apiKey, model, timeoutMs, atOnce } = config
  if (!baseUrl || !model) return null
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Explicit values, because the client would otherwise read them from the environment.
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    ...(apiKey ? {} : { defaultHeaders: { authorization: null } }),
    // `withRetries` retries instead: the client's own backoff cannot be aborted.
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: boundedFetch,
  })
  const limiter = createPlaces({
    maxRunning: atOnce,
    maxQueued: atOnce * MAX_QUEUED_PER_SLOT,
    maxWaitMs: Math.min(MAX_QUEUE_WAIT_MS, timeoutMs),
  })
  const closing = new AbortController()

  /** Requests one completion and, if it is invalid, a second one with the reason in the conversation. */
  const completeValidated = async (input: ToOptimize, signal: AbortSignal, onDelta: Run['onDelta']) => {
    const { conversation, delimiters, secret } = makeMessages(input)
    const complete = async (messages: typeof conversation, onPiece?: Run['onDelta']) => {
      const response = await writeAnswer(client, { model, messages, signal, onDelta: onPiece })
      const text = tidyAnswer(response, delimiters, input)
      return { response, text, invalidReason: faultOf(text, secret, input) }
    }
    const first = await complete(conversation, onDelta)
    if (!first.invalidReason) return first.text
    const second = await complete([...conversation, ...askToRepair(first.response, first.invalidReason)])
    if (second.invalidReason) throw unavailable(messages.unusable)
    return second.text
  }

  const optimize = async (
    input: ToOptimize,
    { signal: disconnected, onDelta, log }: Run,
  ): Promise<string> => {
    const aborted = AbortSignal.any([disconnected, closing.signal])
    const release = await limiter.enter(aborted).catch((error: unknown) => {
      throw asRefusal(error, false).failure
    })
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await completeValidated(input, AbortSignal.any([aborted, timeout]), onDelta)
    } catch (error) {
      const { failure, reason } = asRefusal(error, timeout.aborted && !aborted.aborted)
      if (!aborted.aborted) log.warn({ reason }, 'optimizer service failed')
      throw failure
    } finally {
      release()
    }
  }

  return {
    version: `service-${INSTRUCTION_VERSION}`,
    refuseIfFull: limiter.refuseIfFull,
    optimize,
    close: () => closing.abort(),
  }
}
