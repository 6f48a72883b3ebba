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
  /** Throws 503 with Retry-After. */
  refuseIfFull(): void
  /** The optimized prompt, checked. Throws 503 with Retry-After and a message for people. */
  optimize(asked: ToOptimize, run: Run): Promise<string>
  /** Ends whatever is being written. */
  close(): void
}

const WAITING_FOR_EACH = 4
const PATIENCE_MS = 20_000

/** The service that the settings name; `null` where they name none. */
export const openService = (config: Config['optimizer']): Service | null => {
  const { baseUrl, apiKey, model, timeoutMs, atOnce } = config
  if (!baseUrl || !model) return null
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Nothing is taken from the environment, and nothing is written to the console.
    ...{ organization: null, project: null, webhookSecret: null, logLevel: 'off' as const },
    ...(apiKey ? {} : { defaultHeaders: { authorization: null } }),
    // We try again ourselves: its pauses could not be ended.
    ...{ maxRetries: 0, timeout: timeoutMs, fetch: boundedFetch },
  })
  const places = createPlaces({
    atOnce,
    waiting: atOnce * WAITING_FOR_EACH,
    patienceMs: Math.min(PATIENCE_MS, timeoutMs),
  })
  const closing = new AbortController()

  /** One answer, and where it cannot be used one more with the fault named. */
  const writeChecked = async (asked: ToOptimize, signal: AbortSignal, onDelta: Run['onDelta']) => {
    const { conversation, marks, secret } = makeMessages(asked)
    const read = async (messages: typeof conversation, hear?: Run['onDelta']) => {
      const answer = await writeAnswer(client, { model, messages, signal, onDelta: hear })
      const text = tidyAnswer(answer, marks, asked)
      return { answer, text, fault: faultOf(text, secret, asked) }
    }
    const first = await read(conversation, onDelta)
    if (!first.fault) return first.text
    const second = await read([...conversation, ...askToRepair(first.answer, first.fault)])
    if (second.fault) throw unavailable(messages.unusable)
    return second.text
  }

  const optimize = async (asked: ToOptimize, { signal: left, onDelta, log }: Run): Promise<string> => {
    const gone = AbortSignal.any([left, closing.signal])
    const leave = await places.enter(gone).catch((error: unknown) => {
      throw asRefusal(error, false).failure
    })
    const late = AbortSignal.timeout(timeoutMs)
    try {
      return await writeChecked(asked, AbortSignal.any([gone, late]), onDelta)
    } catch (error) {
      const { failure, reason } = asRefusal(error, late.aborted && !gone.aborted)
      if (!gone.aborted) log.warn({ reason }, 'the optimizer service failed')
      throw failure
    } finally {
      leave()
    }
  }

  return {
    version: `service-${INSTRUCTION_VERSION}`,
    refuseIfFull: places.refuseIfFull,
    optimize,
    close: () => closing.abort(),
  }
}
