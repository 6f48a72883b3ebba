import { type Ask, asLine, blank, textAsks } from './asks.ts'
import { bagOf } from './bag.ts'
import { english } from './languages/english.ts'
import { findWording } from './languages/find-wording.ts'
import type { Wording } from './languages/wording.ts'
import { addToJson, bullets, isAskedIn } from './lay-out.ts'
import { layOutSections } from './lay-out-sections.ts'
import { missingOf } from './parts/part.ts'
import { type WritingPart, writingParts } from './parts/writing.ts'
import { findKind, isConversation } from './requests/find-kind.ts'
import { openingOf, type WritingKind } from './requests/nouns.ts'
import { readRequest } from './requests/read-request.ts'
import { joinSentences, sectionsOf } from './sections-of.ts'
import { shapeOf } from './shape.ts'

/**
 * Optimizes a prompt for a text model. A request for a known kind of writing gets a role and the blanks of
 * that kind. Any other gets headings and blanks for length and format or, if not even the type is known, for
 * further requirements.
 */
export const writeText = (text: string, asTags: boolean, isTypeKnown: boolean): string => {
  const wording = findWording(text)
  const shape = shapeOf(text)
  const kind = wording === english ? kindOf(text) : undefined
  // A conversation clarifies the rest in its later messages; a structured text needs no further structure.
  const isOpen = kind !== undefined || (shape !== 'laid-out' && !isConversation(text))
  const missing = missingOf(writingParts, text, bagOf(text))
  const ask = (part: Exclude<WritingPart, 'role' | 'constraints'>) => {
    const candidate = askOf(part, wording)
    const isRelevant = kind
      ? kind.asks.includes(part)
      : isOpen && isTypeKnown && (part === 'format' || part === 'length')
    return isRelevant && missing.has(part) && !isAskedIn(text, candidate.name) ? candidate : null
  }
  const further = !kind && isOpen && !isTypeKnown ? ofWording(wording.asks.requirements) : null
  const asks = [ask('context'), ask('audience'), ask('tone'), ask('format'), ask('length'), further]
  if (shape === 'json')
    return addToJson(
      text,
      asks.flatMap((each) => (each ? [[each.name, blank(each)] as const] : [])),
    )
  const opening = kind && missing.has('role') ? openingOf(kind) : ''
  const lines = asks.map((each) => each && asLine(each))
  if (shape === 'laid-out') {
    const more = bullets(lines)
    return layOutSections({ opening, text, added: { more }, wording, asTags })
  }
  const [context, audience, tone, format, length, requirements] = lines
  return layOutSections({
    opening,
    own: sectionsOf(text, kind?.worksOnText),
    added: {
      context: bullets([context, audience]),
      requirements: bullets([tone, wording.sameLanguage, requirements]),
      output: bullets([format, length]),
    },
    wording,
    asTags,
  })
}

/**
 * The kind of writing that the first sentence of the task requests. Later sentences may only mention others.
 */
const kindOf = (text: string): WritingKind | undefined => {
  if (isConversation(text)) return undefined
  const task = sectionsOf(text).find(({ place }) => place === 'task')
  return findKind(readRequest(joinSentences(task?.sentences.slice(0, 1) ?? [])))
}

const ofWording = ([label, name, value]: readonly [string, string, string]): Ask => ({ label, name, value })

const askOf = (part: Exclude<WritingPart, 'role' | 'constraints'>, { asks }: Wording): Ask =>
  part === 'format' || part === 'length' ? ofWording(asks[part]) : textAsks[part]
