import { ApiError } from '#web/api-client.ts'
import type { OptimizeResult, optimizePrompt } from '../contract.ts'
import { optimizerMessages } from '../contract-messages.ts'
import type { OptimizerFormValues } from './pending-request.ts'

const OPTIMIZE_PATH: (typeof optimizePrompt)['path'] = '/api/optimize-prompt'

/** Parses server-sent events with JSON data as they arrive. Throws if the connection breaks. */
async function* parseServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ name: string; data: unknown }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? []
        if (name && data) yield { name, data: JSON.parse(data) as unknown }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

export type OptimizationRequest = OptimizerFormValues & { refine?: { logId: number; instruction: string } }

type Options = { signal: AbortSignal; onText(text: string): void }

/**
 * Requests an optimization and reports the text as it is streamed. Throws `ApiError`, or `Error` if the connection
 * fails.
 */
export const requestOptimization = async (
  request: OptimizationRequest,
  { signal, onText }: Options,
): Promise<OptimizeResult> => {
  const response = await fetch(OPTIMIZE_PATH, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(request),
    signal,
  }).catch(throwConnectionLost)
  if (!response.ok) throw new ApiError(response.status, await response.text().catch(() => ''))
  let text = ''
  try {
    for await (const { name, data } of parseServerSentEvents(response.body ?? new ReadableStream())) {
      if (name === 'result') return data as OptimizeResult
      if (name === 'failure') throw new ApiError((data as { status: number }).status, JSON.stringify(data))
      if (name !== 'delta') continue
      text += String(data)
      onText(text)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : throwConnectionLost(error)
  }
  throw new Error(optimizerMessages.connectionLost)
}

const throwConnectionLost = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Error(optimizerMessages.connectionLost, { cause: error })
}
