import { type Ask, asLine, blank, codeAsks } from './asks.ts'
import { bagOf, hasAny, words } from './bag.ts'
import { english } from './languages/english.ts'
import { findWording } from './languages/find-wording.ts'
import type { Wording } from './languages/wording.ts'
import { addToJson, bullets, isAskedIn } from './lay-out.ts'
import { layOutSections } from './lay-out-sections.ts'
import { type CodePart, codeParts } from './parts/code.ts'
import { missingOf } from './parts/part.ts'
import { findKind, isConversation } from './requests/find-kind.ts'
import { CODE_OPENING, codeNouns, unitNouns } from './requests/nouns.ts'
import { asksToCreate, isOneOf, type Request, readRequest } from './requests/read-request.ts'
import { joinSentences, sectionsOf } from './sections-of.ts'
import { shapeOf } from './shape.ts'

type AskedPart = Exclude<CodePart, 'role' | 'constraints'>

const CHANGES_CODE = new Set(
  words('fix, debug, refactor, optimize, optimise, review, convert, port, migrate'),
)
const NO_CODE = words(
  'no code, not write code, not write any code, don t write code, don t write any code, without code, without writing code, without any code, don t give me code, not give me code, just explain, only explain',
)

/**
 * Optimizes a prompt for a coding model. Only a request that clearly asks for code gets a role and the code
 * blanks.
 */
export const writeCode = (text: string, asTags: boolean): string => {
  const tokens = bagOf(text)
  const wording = findWording(text)
  const shape = shapeOf(text)
  const relevant = relevantParts(text, tokens)
  const isEnglish = wording === english
  const missing = missingOf(codeParts, text, tokens)
  const asks = (Object.keys(codeAsks) as AskedPart[])
    .filter((part) => relevant.includes(part) && missing.has(part) && !isAskedIn(text, codeAsks[part].name))
    .map((part) => ({ part, ask: part === 'format' && !isEnglish ? formatAsk(wording) : codeAsks[part] }))
  if (shape === 'json')
    return addToJson(
      text,
      asks.map(({ ask }) => [ask.name, blank(ask)]),
    )
  const isCodeRequest = relevant.length > 1
  const opening = isCodeRequest && isEnglish && missing.has('role') ? CODE_OPENING : ''
  const linesOf = (...parts: AskedPart[]) =>
    asks.filter(({ part }) => parts.includes(part)).map(({ ask }) => asLine(ask))
  if (shape === 'laid-out') {
    const more = isCodeRequest ? bullets(asks.map(({ ask }) => asLine(ask))) : ''
    return layOutSections({ opening, text, added: { more }, wording, asTags })
  }
  return layOutSections({
    opening,
    own: sectionsOf(text),
    added: {
      context: bullets(linesOf('language', 'interfaces')),
      requirements: bullets([...linesOf('edge cases', 'tests'), wording.sameLanguage]),
      output: bullets(linesOf('format')),
    },
    wording,
    asTags,
  })
}

const formatAsk = ({ asks: { format } }: Wording): Ask => {
  const [label, name, value] = format
  return { label, name, value }
}

/** The answer format always applies; the other parts only if the request names the kind of code. */
const relevantParts = (text: string, tokens: string): readonly AskedPart[] => {
  if (isConversation(text)) return []
  if (hasAny(tokens, NO_CODE)) return ['format']
  const task = sectionsOf(text).find(({ place }) => place === 'task')
  const request = readRequest(joinSentences(task?.sentences.slice(0, 1) ?? []))
  if (findKind(request)) return ['format']
  if (CHANGES_CODE.has(request.verb)) return ['language', 'format']
  if (!isForCode(request)) return ['format']
  return isOneOf(request, unitNouns)
    ? ['language', 'interfaces', 'edge cases', 'tests', 'format']
    : ['language', 'format']
}

const isForCode = (request: Request): boolean => asksToCreate(request) && isOneOf(request, codeNouns)
