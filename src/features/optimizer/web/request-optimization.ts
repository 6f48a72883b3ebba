import { type OptimizeResult, optimizePrompt } from '#features/optimizer/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'
import { CallError } from '#web/call.ts'
import { readEvents } from './read-events.ts'

export type Asked = OptimizeForm & { refine?: { logId: number; instruction: string } }

type Options = { signal: AbortSignal; onText(text: string): void }

/**
 * Requests an optimization and passes on the text as it is streamed. Throws `CallError`, or `Error` if the
 * connection fails.
 */
export const requestOptimization = async (
  request: Asked,
  { signal, onText }: Options,
): Promise<OptimizeResult> => {
  const response = await fetch(optimizePrompt.path, {
    method: optimizePrompt.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(request),
    signal,
  }).catch(throwConnectionLost)
  if (!response.ok) throw new CallError(response.status, await response.text().catch(() => ''))
  let text = ''
  try {
    for await (const { name, data } of readEvents(response.body ?? new ReadableStream())) {
      if (name === 'result') return data as OptimizeResult
      if (name === 'failure') throw new CallError((data as { status: number }).status, JSON.stringify(data))
      if (name !== 'delta') continue
      text += String(data)
      onText(text)
    }
  } catch (error) {
    throw error instanceof CallError ? error : throwConnectionLost(error)
  }
  throw new Error(messages.lost)
}

const throwConnectionLost = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Error(messages.lost, { cause: error })
}
