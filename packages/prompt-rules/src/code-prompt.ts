import { type Blank, codeBlanks, formatBlank, formatBlankField } from './blanks.ts'
import { detectLayout } from './detect-layout.ts'
import { findWritingKind, isConversation, isObjectOneOf, parseRequest } from './parse-request.ts'
import { findMissingPromptParts } from './parts/prompt-part.ts'
import { type CodePromptPart, codePromptParts } from './parts/text-and-code-parts.ts'
import { appendJsonKeys, formatBulletList, renderPrompt } from './prompt-layout.ts'
import { detectPromptPhrases, englishPhrases, type PromptPhrases } from './prompt-phrases.ts'
import { CODE_ROLE_SENTENCE, codeNouns, unitNouns } from './request-nouns.ts'
import { findTask, splitIntoSections } from './sections.ts'
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
  const isEnglish = phrases === englishPhrases
  const relevant = relevantParts(text, tokens, isEnglish)
  const missing = findMissingPromptParts(codePromptParts, text, tokens)
  const asks = (Object.keys(codeBlanks) as RequestedPart[])
    .filter((part) => relevant.includes(part) && missing.has(part))
    .map((part) => ({ part, ask: isEnglish ? codeBlanks[part] : formatAsk(phrases) }))
  if (shape === 'json')
    return appendJsonKeys(
      text,
      asks.map(({ ask }) => [ask.name, formatBlank(ask)]),
    )
  const isCodeRequest = relevant.length > 1
  const opening = isCodeRequest && missing.has('role') ? CODE_ROLE_SENTENCE : ''
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

const formatAsk = ({ blanks: { code } }: PromptPhrases): Blank => {
  const [label, name, value] = code
  return { label, name, value }
}

/**
 * Returns the parts that apply. The answer format applies except in conversations; the other parts apply only if a
 * request in English names the kind of code.
 */
const relevantParts = (text: string, tokens: string, isEnglish: boolean): readonly RequestedPart[] => {
  if (isConversation(text)) return []
  if (!isEnglish || containsAnyWord(tokens, NO_CODE)) return ['format']
  const request = parseRequest(findTask(text))
  if (findWritingKind(request)) return ['format']
  if (CHANGES_CODE.has(request.verb)) return ['language', 'format']
  if (!isObjectOneOf(request, codeNouns)) return ['format']
  return isObjectOneOf(request, unitNouns)
    ? ['language', 'interfaces', 'edge cases', 'tests', 'format']
    : ['language', 'format']
}
