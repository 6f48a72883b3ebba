import type { OpenAI } from 'openai'
import { limits } from '#core/limits.ts'
import type { Message } from '../instruction/make-messages.ts'
import { UnusableAnswer } from './bounded-fetch.ts'
import { withRetries } from './retry.ts'

/** The response ended before the model was done. */
export class CutOff extends Error {
  override name = 'CutOff'
}

type CompletionRequest = {
  model: string
  messages: readonly Message[]
  signal: AbortSignal
  onDelta?: ((piece: string) => void) | undefined
}

/**
 * Streams one completion and returns its text. Throws `TruncatedResponse` if the stream ends early,
 * `UnusableResponse` if the text exceeds the maximum length of a prompt, the client's errors, or the signal's
 * reason.
 */
export const writeAnswer = async (
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
        // A character has at most two UTF-16 code units. The exact check follows once the text is complete.
        if (text.length > limits.optimizedPrompt * 2) throw new UnusableAnswer('text too long')
        onDelta?.(piece)
      }
      if (choice?.finish_reason === 'length') throw new CutOff('token limit reached')
      if (choice?.finish_reason) isFinished = true
    }
  } catch (error) {
    stream.controller.abort()
    signal.throwIfAborted()
    if (error instanceof UnusableAnswer || error instanceof CutOff) throw error
    throw text ? new CutOff('connection closed', { cause: error }) : error
  }
  // When aborted, the client ends the iteration without an error.
  signal.throwIfAborted()
  if (text && !isFinished) throw new CutOff('missing finish reason')
  return text
}
