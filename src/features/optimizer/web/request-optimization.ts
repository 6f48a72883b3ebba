import { type OptimizeResult, optimizePrompt } from '#features/optimizer/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'
import { CallError } from '#web/call.ts'
import { readEvents } from './read-events.ts'

export type Asked = OptimizeForm & { refine?: { logId: number; instruction: string } }

type Hears = { signal: AbortSignal; onText(text: string): void }

/** Has a prompt optimized, and tells the text so far as it is written. Throws CallError, or Error where nothing came. */
export const requestOptimization = async (
  asked: Asked,
  { signal, onText }: Hears,
): Promise<OptimizeResult> => {
  const response = await fetch(optimizePrompt.path, {
    method: optimizePrompt.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(asked),
    signal,
  }).catch(sayLost)
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
    throw error instanceof CallError ? error : sayLost(error)
  }
  throw new Error(messages.lost)
}

const sayLost = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Error(messages.lost, { cause: error })
}
