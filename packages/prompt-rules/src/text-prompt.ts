import { type Blank, formatBlank, formatBlankField, textBlanks } from './blanks.ts'
import { detectLayout } from './detect-layout.ts'
import { findWritingKind, isConversation, parseRequest } from './parse-request.ts'
import { findMissingPromptParts } from './parts/prompt-part.ts'
import { textPromptParts } from './parts/text-and-code-parts.ts'
import { appendJsonKeys, formatBulletList, hasBlank, renderPrompt } from './prompt-layout.ts'
import { detectPromptPhrases, englishPhrases } from './prompt-phrases.ts'
import { getRoleSentence, type WritingKind } from './request-nouns.ts'
import { findTask, splitIntoSections } from './sections.ts'
import { toNormalizedTokens } from './tokens.ts'

/**
 * Optimizes a prompt for a text model. A request for a known kind of writing gets a role and that kind's blanks. Any
 * other request gets headings and a blank for further requirements, because not even a length fits each: it may be a
 * poem, a sentence to translate or a question with a word for an answer.
 */
export const optimizeTextPrompt = (text: string, useXmlTags: boolean): string => {
  const phrases = detectPromptPhrases(text)
  const shape = detectLayout(text)
  const kind = phrases === englishPhrases ? kindOf(text) : undefined
  // In a conversation, later messages clarify the rest; structured text needs no further structure.
  const isOpen = shape !== 'structured' && !isConversation(text)
  const missing = findMissingPromptParts(textPromptParts, text, toNormalizedTokens(text))
  const ask = (part: WritingKind['blanks'][number]) => {
    const candidate = textBlanks[part]
    const isRelevant = kind?.blanks.includes(part) && missing.has(part) && !hasBlank(text, candidate.name)
    return isRelevant ? candidate : null
  }
  const further = !kind && isOpen ? toBlank(phrases.blanks.requirements) : null
  const asks = [ask('audience'), ask('tone'), ask('format'), ask('length'), further]
  if (shape === 'json')
    return appendJsonKeys(
      text,
      asks.flatMap((each) => (each ? [[each.name, formatBlank(each)] as const] : [])),
    )
  const opening = kind && missing.has('role') ? getRoleSentence(kind) : ''
  const lines = asks.map((each) => each && formatBlankField(each))
  if (shape === 'structured') {
    const more = formatBulletList(lines)
    return renderPrompt({ opening, text, added: { more }, phrases, useXmlTags })
  }
  const [audience, tone, format, length, requirements] = lines
  return renderPrompt({
    opening,
    own: splitIntoSections(text, kind?.worksOnText),
    added: {
      context: formatBulletList([audience]),
      requirements: formatBulletList([tone, phrases.sameLanguageRule, requirements]),
      output: formatBulletList([format, length]),
    },
    phrases,
    useXmlTags,
  })
}

/**
 * Returns the kind of writing that the task's first sentence requests. Later sentences may merely mention other kinds.
 */
const kindOf = (text: string): WritingKind | undefined =>
  isConversation(text) ? undefined : findWritingKind(parseRequest(findTask(text)))

const toBlank = ([label, name, value]: readonly [string, string, string]): Blank => ({ label, name, value })
