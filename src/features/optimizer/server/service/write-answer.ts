import type { OpenAI } from 'openai'
import { limits } from '#core/limits.ts'
import type { Message } from '../instruction/make-messages.ts'
import { UnusableAnswer } from './bounded-fetch.ts'
import { withRetries } from './retry.ts'

export class CutOff extends Error {
  override name = 'CutOff'
}

type Asked = {
  model: string
  messages: readonly Message[]
  signal: AbortSignal
  onDelta?: ((piece: string) => void) | undefined
}

/**
 * One answer of the service, read as it is written. Throws CutOff where it ends before its end, UnusableAnswer where it
 * is longer than any prompt may be, the client's errors, or the signal's reason.
 */
export const writeAnswer = async (
  client: OpenAI,
  { model, messages, signal, onDelta }: Asked,
): Promise<string> => {
  const stream = await withRetries(signal, () =>
    client.chat.completions.create({ model, messages: [...messages], stream: true }, { signal }),
  )
  let text = ''
  let hasEnded = false
  try {
    for await (const { choices } of stream) {
      const [choice] = choices ?? []
      const piece = choice?.delta?.content
      if (typeof piece === 'string' && piece) {
        text += piece
        // Two units a character at most; the exact count is made once it is whole.
        if (text.length > limits.optimizedPrompt * 2) throw new UnusableAnswer('It is too long')
        onDelta?.(piece)
      }
      if (choice?.finish_reason === 'length')
        throw new CutOff('It reached the length that the service allows')
      if (choice?.finish_reason) hasEnded = true
    }
  } catch (error) {
    stream.controller.abort()
    signal.throwIfAborted()
    if (error instanceof UnusableAnswer || error instanceof CutOff) throw error
    throw text ? new CutOff('The connection ended', { cause: error }) : error
  }
  // The client ends quietly where it is aborted.
  signal.throwIfAborted()
  if (text && !hasEnded) throw new CutOff('It ended without saying so')
  return text
}
