import { EMPTY_SONG_SECTIONS, VOCAL_WORDS } from './audio-prompt.ts'
import { removeBlank, ruleBlanks } from './blanks.ts'
import { detectLayout, hasXmlTags } from './detect-layout.ts'
import { inferPromptType } from './infer-type.ts'
import { findMidjourneyParametersIndex } from './midjourney-parameters.ts'
import { optimizeByRules, type RulesInput } from './optimize-by-rules.ts'
import { appendJsonKeys } from './prompt-layout.ts'
import { detectPromptPhrases } from './prompt-phrases.ts'
import { containsAnyWord, containsUnnegatedWord, toNormalizedTokens } from './tokens.ts'

/** Matches instructions about the length of the prompt itself. They count only if nothing else is requested. */
const SHORTER =
  /^(?:please )?(?:(?:make|keep) (?:it|this|the prompt) (?:shorter|short|more concise|concise)|shorten (?:it|this|the prompt)|shorter|kürzer|plus court|más corto|mais curto)[.!]?$/i
const START_OVER =
  /^(?:please )?(?:start over|start again|begin again|undo|reset|from scratch)(?: from scratch)?[.!]?$/i

/**
 * Applies an instruction to an earlier result. "Shorter" removes the blanks that the rules added, "start over"
 * optimizes the original again, and any other instruction becomes a requirement in its author's words, replacing the
 * blanks that it fills. The words of the original prompt are always kept.
 */
export const refineByRules = (
  input: RulesInput,
  { text, instruction }: { text: string; instruction: string },
): string => {
  const request = instruction.trim().replace(/\s+/g, ' ')
  if (START_OVER.test(request)) return optimizeByRules(input)
  if (SHORTER.test(request)) return removeBlanks(text, input.prompt, () => true)
  const tokens = toNormalizedTokens(request)
  const answered = removeBlanks(text, input.prompt, (part) => part?.isSpecifiedIn(request, tokens) ?? false)
  const rulesOutVocals = containsAnyWord(tokens, VOCAL_WORDS) && !containsUnnegatedWord(tokens, VOCAL_WORDS)
  const hasOwnSections = EMPTY_SONG_SECTIONS.test(`\n\n${input.prompt}`)
  const remaining = rulesOutVocals && !hasOwnSections ? answered.replace(EMPTY_SONG_SECTIONS, '') : answered
  return addInstruction(remaining, request, isDescription(input))
}

type IsAnswered = (part: (typeof ruleBlanks)[number]['part']) => boolean

const removeBlanks = (text: string, original: string, isAnswered: IsAnswered): string => {
  let remaining = text
  for (const { written, part } of ruleBlanks)
    if (remaining.includes(written) && !original.includes(written) && isAnswered(part))
      remaining = removeBlank(remaining, written)
  return remaining === text
    ? text
    : removeEmptySections(remaining, original)
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}

/** Removes headings and tags that have no content, unless the original contains them. */
const removeEmptySections = (text: string, original: string): string => {
  const blocks = text.split(/\n{2,}/)
  const isBare = (block: string | undefined) => block !== undefined && /^## [^\n]{1,60}$/.test(block.trim())
  return blocks
    .filter((block, index) => {
      const next = blocks[index + 1]
      return (
        !isBare(block) || original.includes(block.trim()) || (next !== undefined && !next.startsWith('## '))
      )
    })
    .join('\n\n')
    .replace(/<(context|requirements|output|details)>\s{0,9}<\/\1>/g, '')
}

/** Returns whether the prompt is for an image, a video or audio: such prompts are descriptions without headings. */
const isDescription = ({ type, prompt }: RulesInput): boolean =>
  ['Image', 'Video', 'Audio'].includes(inferPromptType(type, prompt) ?? '')

const addInstruction = (text: string, request: string, isPlain: boolean): string => {
  if (text.split('\n').some((line) => line === request || line === `- ${request}`)) return text
  if (detectLayout(text) === 'json') return addJsonKey(text, request)
  if (isPlain) return addPhrase(text, request)
  const close = text.lastIndexOf('</requirements>')
  if (close >= 0) return `${text.slice(0, close)}- ${request}\n${text.slice(close)}`
  const { headings } = detectPromptPhrases(text)
  const start = text.indexOf(`## ${headings.requirements}\n`)
  if (start >= 0) {
    const end = text.indexOf('\n\n', start)
    const before = end < 0 ? text : text.slice(0, end)
    return `${before}\n- ${request}${end < 0 ? '' : text.slice(end)}`
  }
  return hasXmlTags(text)
    ? `${text}\n\n<requirements>\n- ${request}\n</requirements>`
    : `${text}\n\n## ${headings.requirements}\n- ${request}`
}

const addJsonKey = (text: string, request: string): string => {
  const object = JSON.parse(text) as Record<string, unknown>
  if (Object.values(object).includes(request)) return text
  let key = 'requirement'
  for (let count = 2; Object.hasOwn(object, key); count += 1) key = `requirement_${count}`
  return appendJsonKeys(text, [[key, request]])
}

/**
 * Inserts the phrase before trailing parameters, a negative prompt or song sections; otherwise adds a line.
 */
const addPhrase = (text: string, request: string): string => {
  const phrase = request.replace(/[.!]$/, '')
  if (text.includes(`, ${phrase}`) || text.includes(`| ${phrase}`)) return text
  const parameters = findMidjourneyParametersIndex(text)
  if (parameters < text.trimEnd().length)
    return `${text.slice(0, parameters)}, ${phrase}${text.slice(parameters)}`
  const negative = text.search(/\nNegative prompt:/i)
  if (negative >= 0) return `${text.slice(0, negative)}, ${phrase}${text.slice(negative)}`
  if (/ \| \$\{[^{}\n]*\}$/.test(text)) return `${text} | ${phrase}`
  const sections = text.search(EMPTY_SONG_SECTIONS)
  if (sections >= 0) return `${text.slice(0, sections)}\n\n${request}${text.slice(sections)}`
  return `${text}${/\$\{[^{}\n]*\}$/.test(text) ? '\n' : '\n\n'}${request}`
}
