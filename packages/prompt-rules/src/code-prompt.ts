import { type Blank, codeBlanks, formatBlank, formatBlankField } from './blanks.ts'
import { detectLayout } from './detect-layout.ts'
import {
  findWritingKind,
  isConversation,
  isCreationRequest,
  isObjectOneOf,
  type PromptRequest,
  parseRequest,
} from './parse-request.ts'
import { findMissingPromptParts } from './parts/prompt-part.ts'
import { type CodePromptPart, codePromptParts } from './parts/text-and-code-parts.ts'
import { appendJsonKeys, formatBulletList, hasBlank, renderPrompt } from './prompt-layout.ts'
import { detectPromptPhrases, englishPhrases, type PromptPhrases } from './prompt-phrases.ts'
import { CODE_ROLE_SENTENCE, codeNouns, unitNouns } from './request-nouns.ts'
import { joinSentences, splitIntoSections } from './sections.ts'
import { containsAnyWord, parseWordList, toNormalizedTokens } from './tokens.ts'

type RequestedPart = Exclude<CodePromptPart, 'role' | 'constraints'>

const CHANGES_CODE = new Set(
  parseWordList('fix, debug, refactor, optimize, optimise, review, convert, port, migrate'),
)
const NO_CODE = parseWordList(
  'no code, not write code, not write any code, don t write code, don t write any code, without code, without writing code, without any code, don t give me code, not give me code, just explain, only explain',
)

/**
 * Optimizes a prompt for a coding model. Adds a role and the code blanks only if the request clearly asks for
 * code.
 */
export const optimizeCodePrompt = (text: string, useXmlTags: boolean): string => {
  const tokens = toNormalizedTokens(text)
  const phrases = detectPromptPhrases(text)
  const shape = detectLayout(text)
  const relevant = relevantParts(text, tokens)
  const isEnglish = phrases === englishPhrases
  const missing = findMissingPromptParts(codePromptParts, text, tokens)
  const asks = (Object.keys(codeBlanks) as RequestedPart[])
    .filter((part) => relevant.includes(part) && missing.has(part) && !hasBlank(text, codeBlanks[part].name))
    .map((part) => ({ part, ask: part === 'format' && !isEnglish ? formatAsk(phrases) : codeBlanks[part] }))
  if (shape === 'json')
    return appendJsonKeys(
      text,
      asks.map(({ ask }) => [ask.name, formatBlank(ask)]),
    )
  const isCodeRequest = relevant.length > 1
  const opening = isCodeRequest && isEnglish && missing.has('role') ? CODE_ROLE_SENTENCE : ''
  const linesOf = (...parts: RequestedPart[]) =>
    asks.filter(({ part }) => parts.includes(part)).map(({ ask }) => formatBlankField(ask))
  if (shape === 'structured') {
    const more = isCodeRequest ? formatBulletList(asks.map(({ ask }) => formatBlankField(ask))) : ''
    return renderPrompt({ opening, text, added: { more }, phrases, useXmlTags })
  }
  return renderPrompt({
    opening,
    own: splitIntoSections(text),
    added: {
      context: formatBulletList(linesOf('language', 'interfaces')),
      requirements: formatBulletList([...linesOf('edge cases', 'tests'), phrases.sameLanguageRule]),
      output: formatBulletList(linesOf('format')),
    },
    phrases,
    useXmlTags,
  })
}

const formatAsk = ({ blanks: { format } }: PromptPhrases): Blank => {
  const [label, name, value] = format
  return { label, name, value }
}

/**
 * Returns the parts that apply. The answer format always applies; the other parts apply only if the request
 * names the kind of code.
 */
const relevantParts = (text: string, tokens: string): readonly RequestedPart[] => {
  if (isConversation(text)) return []
  if (containsAnyWord(tokens, NO_CODE)) return ['format']
  const task = splitIntoSections(text).find(({ kind }) => kind === 'task')
  const request = parseRequest(joinSentences(task?.sentences.slice(0, 1) ?? []))
  if (findWritingKind(request)) return ['format']
  if (CHANGES_CODE.has(request.verb)) return ['language', 'format']
  if (!isForCode(request)) return ['format']
  return isObjectOneOf(request, unitNouns)
    ? ['language', 'interfaces', 'edge cases', 'tests', 'format']
    : ['language', 'format']
}

const isForCode = (request: PromptRequest): boolean =>
  isCreationRequest(request) && isObjectOneOf(request, codeNouns)
