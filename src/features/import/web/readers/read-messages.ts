import { type PromptMessage, writeMessages } from '@prompt-collection/prompt-blanks/messages'
import { importTexts } from '../texts.ts'
import { isRecord, textOf } from './candidate.ts'

type Message = { role: string; text: string; hasOther: boolean }

/** Returns the texts of a message's content, which is a text or a list of parts. */
const readContent = (content: unknown): Pick<Message, 'text' | 'hasOther'> => {
  if (typeof content === 'string') return { text: content, hasOther: false }
  const parts = Array.isArray(content) ? content : []
  const texts = parts.flatMap((part) =>
    typeof part === 'string' ? part : isRecord(part) ? textOf(part.text) || [] : [],
  )
  return { text: texts.join('\n\n'), hasOther: texts.length < parts.length }
}

export const isMessage = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.role === 'string' && ('content' in value || 'parts' in value)

/**
 * Returns the messages of a request to OpenAI (`messages`, or `instructions` and `input`), to Anthropic (`system` and
 * `messages`), or of a bare list. Returns null if it is none of these.
 */
export const findMessages = (value: unknown): Message[] | null => {
  if (Array.isArray(value))
    return value.length > 0 && value.every(isMessage)
      ? value.map((message) => ({
          role: textOf(message.role),
          ...readContent(message.content ?? message.parts),
        }))
      : null
  if (!isRecord(value)) return null
  const before = value.system ?? value.instructions
  const system = before === undefined ? [] : [{ role: 'system', ...readContent(before) }]
  if (typeof value.input === 'string')
    return [...system, { role: 'user', text: value.input, hasOther: false }]
  const messages = findMessages(value.messages ?? value.input)
  return messages && [...system, ...messages]
}

export const parseMessages = (json: string): Message[] | null => {
  try {
    return findMessages(JSON.parse(json))
  } catch {
    return null
  }
}

const ROLES: ReadonlyMap<string, PromptMessage['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
])

type Described = { prompt: string; form: 'prompt' | 'messages'; warnings: string[] }

/** Writes messages as a prompt: the only message of the user as it is, others with their roles. */
export const describeMessages = (messages: readonly Message[]): Described => {
  const known = messages.flatMap(({ role, text }): PromptMessage[] => {
    const name = ROLES.get(role)
    return name && text.trim() !== '' ? [{ role: name, content: text }] : []
  })
  const isIncomplete = messages.some(({ role, hasOther }) => hasOther || !ROLES.has(role))
  const warnings = isIncomplete ? [importTexts.partsLeft] : []
  const [first] = known
  return first && known.length === 1 && first.role === 'user'
    ? { prompt: first.content, form: 'prompt', warnings }
    : { prompt: writeMessages(known), form: 'messages', warnings }
}
