import { bagOf, hasAny } from './bag.ts'
import { inferType } from './infer-type.ts'
import { isAffirmed } from './is-affirmed.ts'
import { findWording } from './languages/find-wording.ts'
import { addToJson } from './lay-out.ts'
import { type ForRules, optimizeByRules } from './optimize-by-rules.ts'
import { ownBlanks, withoutBlank } from './own-blanks.ts'
import { parametersAt } from './parameters-at.ts'
import { isTagged, shapeOf } from './shape.ts'
import { SONG_SECTIONS, SUNG } from './write-sound.ts'

/** Instructions about the prompt itself. They only count if nothing else is requested. */
const SHORTER =
  /^(?:please )?(?:(?:make|keep) (?:it|this|the prompt) (?:shorter|short|more concise|concise)|shorten (?:it|this|the prompt)|shorter|kürzer|plus court|más corto|mais curto)[.!]?$/i
const START_OVER =
  /^(?:please )?(?:start over|start again|begin again|undo|reset|from scratch)(?: from scratch)?[.!]?$/i

/**
 * Applies an instruction to an earlier result. "Shorter" removes the blanks that the rules added, "start
 * over" optimizes the original again, and every other instruction becomes a requirement in its author's words
 * that replaces the blanks it answers. The words of the original prompt always stay.
 */
export const refineByRules = (
  input: ForRules,
  { text, instruction }: { text: string; instruction: string },
): string => {
  const request = instruction.trim().replace(/\s+/g, ' ')
  if (START_OVER.test(request)) return optimizeByRules(input)
  if (SHORTER.test(request)) return removeBlanks(text, input.prompt, () => true)
  const tokens = bagOf(request)
  const answered = removeBlanks(text, input.prompt, (part) => part?.isIn(request, tokens) ?? false)
  const rulesOutVocals = hasAny(tokens, SUNG) && !isAffirmed(tokens, SUNG)
  const hasOwnSections = SONG_SECTIONS.test(`\n\n${input.prompt}`)
  const remaining = rulesOutVocals && !hasOwnSections ? answered.replace(SONG_SECTIONS, '') : answered
  return addInstruction(remaining, request, isDescription(input))
}

type IsAnswered = (part: (typeof ownBlanks)[number]['part']) => boolean

const removeBlanks = (text: string, original: string, isAnswered: IsAnswered): string => {
  let remaining = text
  for (const { written, part } of ownBlanks)
    if (remaining.includes(written) && !original.includes(written) && isAnswered(part))
      remaining = withoutBlank(remaining, written)
  return remaining === text
    ? text
    : removeEmptySections(remaining, original)
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}

/** Removes headings and tags without content, unless the original has them. */
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

/** Prompts for images, videos and audio are descriptions without headings. */
const isDescription = ({ type, models, prompt }: ForRules): boolean =>
  ['Image', 'Video', 'Audio'].includes(inferType(type, models, prompt) ?? '')

const addInstruction = (text: string, request: string, isPlain: boolean): string => {
  if (text.split('\n').some((line) => line === request || line === `- ${request}`)) return text
  if (shapeOf(text) === 'json') return addJsonKey(text, request)
  if (isPlain) return addPhrase(text, request)
  const close = text.lastIndexOf('</requirements>')
  if (close >= 0) return `${text.slice(0, close)}- ${request}\n${text.slice(close)}`
  const { headings } = findWording(text)
  const start = text.indexOf(`## ${headings.requirements}\n`)
  if (start >= 0) {
    const end = text.indexOf('\n\n', start)
    const before = end < 0 ? text : text.slice(0, end)
    return `${before}\n- ${request}${end < 0 ? '' : text.slice(end)}`
  }
  return isTagged(text)
    ? `${text}\n\n<requirements>\n- ${request}\n</requirements>`
    : `${text}\n\n## ${headings.requirements}\n- ${request}`
}

const addJsonKey = (text: string, request: string): string => {
  const object = JSON.parse(text) as Record<string, unknown>
  if (Object.values(object).includes(request)) return text
  let key = 'requirement'
  for (let count = 2; Object.hasOwn(object, key); count += 1) key = `requirement_${count}`
  return addToJson(text, [[key, request]])
}

/** Inserts before trailing parameters, a negative prompt or song sections, else adds a line. */
const addPhrase = (text: string, request: string): string => {
  const phrase = request.replace(/[.!]$/, '')
  if (text.includes(`, ${phrase}`) || text.includes(`| ${phrase}`)) return text
  const parameters = parametersAt(text)
  if (parameters < text.trimEnd().length)
    return `${text.slice(0, parameters)}, ${phrase}${text.slice(parameters)}`
  const negative = text.search(/\nNegative prompt:/i)
  if (negative >= 0) return `${text.slice(0, negative)}, ${phrase}${text.slice(negative)}`
  if (/ \| \$\{[^{}\n]*\}$/.test(text)) return `${text} | ${phrase}`
  const sections = text.search(SONG_SECTIONS)
  if (sections >= 0) return `${text.slice(0, sections)}\n\n${request}${text.slice(sections)}`
  return `${text}${/\$\{[^{}\n]*\}$/.test(text) ? '\n' : '\n\n'}${request}`
}
