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
 * A prompt for a model that writes. A request that names its kind gets a role and the blanks of that kind; any other gets
 * headings and blanks for length and form, or for further requirements where not even the type is known.
 */
export const writeText = (text: string, asTags: boolean, isTypeKnown: boolean): string => {
  const wording = findWording(text)
  const shape = shapeOf(text)
  const kind = wording === english ? kindOf(text) : undefined
  // A conversation settles the rest as it goes on; a text with a layout of its own has structure already.
  const isOpen = kind !== undefined || (shape !== 'laid-out' && !isConversation(text))
  const missing = missingOf(writingParts, text, bagOf(text))
  const ask = (part: Exclude<WritingPart, 'role' | 'constraints'>) => {
    const given = askOf(part, wording)
    const isWanted = kind
      ? kind.asks.includes(part)
      : isOpen && isTypeKnown && (part === 'format' || part === 'length')
    return isWanted && missing.has(part) && !isAskedIn(text, given.name) ? given : null
  }
  const further = !kind && isOpen && !isTypeKnown ? ofWording(wording.asks.requirements) : null
  const asks = [ask('context'), ask('audience'), ask('tone'), ask('format'), ask('length'), further]
  if (shape === 'json')
    return addToJson(
      text,
      asks.flatMap((given) => (given ? [[given.name, blank(given)] as const] : [])),
    )
  const opening = kind && missing.has('role') ? openingOf(kind) : ''
  const lines = asks.map((given) => given && asLine(given))
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

/** The kind that the first sentence of the task names; not one that is only talked about further on. */
const kindOf = (text: string): WritingKind | undefined => {
  if (isConversation(text)) return undefined
  const task = sectionsOf(text).find(({ place }) => place === 'task')
  return findKind(readRequest(joinSentences(task?.sentences.slice(0, 1) ?? [])))
}

const ofWording = ([label, name, value]: readonly [string, string, string]): Ask => ({ label, name, value })

const askOf = (part: Exclude<WritingPart, 'role' | 'constraints'>, { asks }: Wording): Ask =>
  part === 'format' || part === 'length' ? ofWording(asks[part]) : textAsks[part]
