import { bagOf } from './bag.ts'
import { findKind } from './kinds/find-kind.ts'
import type { WritingKind } from './kinds/kind.ts'
import { findWording } from './languages/find-wording.ts'
import type { Wording } from './languages/wording.ts'
import { addToJson, bullets, isAskedIn, layOut, numbered, type Section, variable } from './lay-out.ts'
import { missingOf } from './parts/part.ts'
import { type WritingPart, writingParts } from './parts/writing.ts'
import { isWorthOrdering, joinSentences, sectionsOf } from './sections-of.ts'
import { isTagged, shapeOf } from './shape.ts'

type Asked = Exclude<WritingPart, 'steps' | 'constraints'>

const ASKED = ['role', 'audience', 'context', 'tone', 'length', 'format'] as const satisfies Asked[]

/** Steps help where a task is worked out; a long text has its own way. */
const STEPS_BELOW = 700

/** A prompt for a model that writes: role, task, context, steps, requirements, output. */
export const writeText = (text: string, asTags: boolean): string => {
  const wording = findWording(text)
  const kind = findKind(text)
  const missing = missingOf(writingParts, text, bagOf(text))
  for (const part of kind.skip) missing.delete(part)
  for (const part of ASKED) if (isAskedIn(text, askOf(part, kind, wording)[1])) missing.delete(part)
  const shape = shapeOf(text)
  const own = shape === 'prose' ? sectionsOf(text) : null
  if (own?.role.length) missing.delete('role')
  if (missing.size === 0 && !(own && isWorthOrdering(own))) return text
  const ask = (part: Asked) => missing.has(part) && askFor(part, kind, wording)
  const asks = ASKED.slice(1).map(ask)
  if (shape === 'json') return addToJson(text, jsonAsks(missing, kind, wording))
  const opening = missing.has('role') ? wording.role.replace('%', () => roleIn(kind, wording)) : ''
  const honest = missing.has('constraints') && wording.honest
  if (!own) {
    const more = bullets([...asks, honest, wording.sameLanguage])
    const tags = asTags || isTagged(text)
    const added = layOut(
      '',
      asks.some(Boolean) || honest ? [{ heading: 'more', body: more }] : [],
      wording,
      tags,
    )
    return [opening && tags ? `<role>\n${opening}\n</role>` : opening, text, added]
      .filter(Boolean)
      .join('\n\n')
  }
  const [audience, context, tone, length, format] = asks
  const sections: Section[] = [
    { heading: 'task', body: joinSentences(own.task) },
    { heading: 'context', body: bullets([context, audience]) },
    { heading: 'steps', body: missing.has('steps') ? stepsFor(text, kind, wording) : '' },
    {
      heading: 'requirements',
      body: bullets([...own.requirements, tone, honest, wording.sameLanguage]),
    },
    { heading: 'output', body: bullets([...own.output, format, length]) },
    { heading: 'input', body: joinSentences(own.input) },
  ]
  return layOut(opening || joinSentences(own.role), sections, wording, asTags)
}

/** Kinds know their defaults in English alone. */
const hasKinds = ({ role }: Wording): boolean => role.startsWith('You are')

const askFor = (part: Asked, kind: WritingKind, wording: Wording): string => {
  const [label] = askOf(part, kind, wording)
  return `${label}: ${variableFor(part, kind, wording)}`
}

const askOf = (part: Asked, kind: WritingKind, wording: Wording) => {
  const usual = wording.asks[part]
  if (!hasKinds(wording)) return usual
  if (part === 'context') return kind.needs ?? usual
  return [usual[0], usual[1], kind[part]] as const
}

const variableFor = (part: Asked, kind: WritingKind, wording: Wording): string => {
  const [, name, value] = askOf(part, kind, wording)
  return variable(name, value)
}

/** Said outright where the kind of task is known, else asked for. */
const roleIn = (kind: WritingKind, wording: Wording): string =>
  hasKinds(wording) && kind.id !== 'any' ? kind.role : variableFor('role', kind, wording)

const stepsFor = (text: string, kind: WritingKind, wording: Wording): string => {
  if (text.length > STEPS_BELOW || kind.steps.length === 0) return ''
  return numbered(hasKinds(wording) ? kind.steps : wording.steps)
}

const jsonAsks = (missing: ReadonlySet<WritingPart>, kind: WritingKind, wording: Wording) =>
  ASKED.filter((part) => missing.has(part)).map(
    (part) => [askOf(part, kind, wording)[1], variableFor(part, kind, wording)] as const,
  )
