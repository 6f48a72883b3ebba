import {
  type Blank,
  type BlankPlaces,
  type PromptSegment,
  splitPrompt,
  splitTruncatedPrompt,
} from './index.ts'

/** What a prompt is: one text, a skill for agents, or messages. */
export type PromptForm = 'prompt' | 'skill' | 'messages'

export type MessageRole = NonNullable<PromptSegment['role']>

/** What a prompt's text is, as the fields of its post say. */
export type PromptKind = { blanksIn?: BlankPlaces | undefined; form?: PromptForm | undefined }

const MARKER_START = '{{role "'

/**
 * Matches the markers with which lines begin, and messages with them, as Dotprompt writes them: `{{role "system"}}`. It
 * calls the assistant `model`. A backslash before a marker makes it text, and so does an unknown role.
 */
export const markers = () => /^([ \t]*)\\*\{\{role "(system|user|assistant|model)"\}\}[ \t]*\r?\n?/gm

/**
 * Splits a prompt into text, blanks and, in the form `messages`, the beginnings of messages. A message lasts until the next
 * one begins, also in a code block, which ends with its message. Text before the first one is a message of the user.
 * A skill has no blanks, because its scripts have variables. `isCut` is true if `text` is only the beginning of the prompt.
 */
export const splitByForm = (text: string, { blanksIn, form }: PromptKind, isCut = false): PromptSegment[] => {
  const splitEnd = isCut ? splitTruncatedPrompt : splitPrompt
  if (form !== 'messages') return splitEnd(text, form === 'skill' ? 'nowhere' : blanksIn)
  const found = new Map<string, Blank>()
  const segments: PromptSegment[] = []
  let end = 0
  for (const { index, 0: written, 2: name } of text.matchAll(markers())) {
    if (written.includes('\\')) continue
    segments.push(...splitPrompt(text.slice(end, index), blanksIn, found).map(unescapeMarker))
    end = index + written.length
    const role = name === 'model' ? 'assistant' : (name as MessageRole)
    segments.push({ written, role, text: `${getRoleLabel(role)}:\n` })
  }
  const rest = text.slice(end)
  return [
    ...segments,
    ...splitEnd(isCut ? withoutCutMarker(rest) : rest, blanksIn, found).map(unescapeMarker),
  ]
}

/** Removes a last line that is the beginning of a marker. */
const withoutCutMarker = (text: string): string => {
  const start = text.lastIndexOf('\n') + 1
  return MARKER_START.startsWith(text.slice(start, start + MARKER_START.length)) ? text.slice(0, start) : text
}

/** Shows an escaped marker without its backslash. */
const unescapeMarker = (segment: PromptSegment): PromptSegment => {
  const text = segment.written.replace(markers(), (line) => line.replace('\\', ''))
  return text === segment.written ? segment : { ...segment, text }
}

export const getRoleLabel = (role: MessageRole): string => role.charAt(0).toUpperCase() + role.slice(1)
