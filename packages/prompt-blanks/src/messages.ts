import { type BlankValues, fillPrompt, type PromptSegment } from './index.ts'
import { type MessageRole, markers, splitByForm } from './split-by-form.ts'

export type PromptMessage = { role: MessageRole; content: string }

type Part = { role: MessageRole; segments: PromptSegment[] }

/** Returns the segments of each message that is not empty, without the markers. */
export const groupByRole = (segments: readonly PromptSegment[]): Part[] => {
  const parts: Part[] = []
  for (const segment of segments) {
    if (segment.role) parts.push({ role: segment.role, segments: [] })
    else if (parts.length > 0) parts.at(-1)?.segments.push(segment)
    else parts.push({ role: 'user', segments: [segment] })
  }
  return parts.filter(({ segments }) => segments.some(({ written }) => written.trim()))
}

/** Returns the filled-in messages of a split prompt, without empty ones. A prompt without markers is one of the user. */
export const fillMessages = (segments: readonly PromptSegment[], filled: BlankValues): PromptMessage[] =>
  groupByRole(segments)
    .map(({ role, segments }) => ({ role, content: trimLines(fillPrompt(segments, filled)) }))
    .filter(({ content }) => content !== '')

/** Returns the messages as they are written, with their blanks. Empty ones are left out. */
export const parseMessages = (text: string): PromptMessage[] =>
  fillMessages(splitByForm(text, { form: 'messages', blanksIn: 'nowhere' }), {})

/** Writes messages as a prompt's text, of which `parseMessages` makes the same messages. Leaves out empty ones. */
export const writeMessages = (messages: readonly PromptMessage[]): string =>
  messages
    .map(({ role, content }) => ({ role, content: trimLines(content) }))
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => `{{role "${role}"}}\n${content.replace(markers(), escapeMarker)}`)
    .join('\n\n')

const escapeMarker = (line: string, indent: string): string => `${indent}\\${line.slice(indent.length)}`

/** Removes empty lines at the beginning, and everything invisible at the end. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*[\r\n]+)+/, '').trimEnd()
