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

/** Wishes about the prompt itself, which must be the whole of what is asked. */
const SHORTER =
  /^(?:please )?(?:(?:make|keep) (?:it|this|the prompt) (?:shorter|short|more concise|concise)|shorten (?:it|this|the prompt)|shorter|kürzer|plus court|más corto|mais curto)[.!]?$/i
const ANEW =
  /^(?:please )?(?:start over|start again|begin again|undo|reset|from scratch)(?: from scratch)?[.!]?$/i

/**
 * What the rules can make of a wish. A shorter prompt loses the blanks that the rules had added; starting over makes it
 * anew; every other wish becomes a requirement in its author's words and takes the place of the blanks that it answers.
 * The original's own words always stay.
 */
export const refineByRules = (
  asked: ForRules,
  { text, instruction }: { text: string; instruction: string },
): string => {
  const wish = instruction.trim().replace(/\s+/g, ' ')
  if (ANEW.test(wish)) return optimizeByRules(asked)
  if (SHORTER.test(wish)) return withoutBlanks(text, asked.prompt, () => true)
  const bag = bagOf(wish)
  const answered = withoutBlanks(text, asked.prompt, (part) => part?.isIn(wish, bag) ?? false)
  const sections = !SONG_SECTIONS.test(`\n\n${asked.prompt}`) && hasAny(bag, SUNG) && !isAffirmed(bag, SUNG)
  const kept = sections ? answered.replace(SONG_SECTIONS, '') : answered
  return withWish(kept, wish, isDescription(asked))
}

type IsAnswered = (part: (typeof ownBlanks)[number]['part']) => boolean

const withoutBlanks = (text: string, original: string, isAnswered: IsAnswered): string => {
  let kept = text
  for (const { written, part } of ownBlanks)
    if (kept.includes(written) && !original.includes(written) && isAnswered(part))
      kept = withoutBlank(kept, written)
  return kept === text
    ? text
    : withoutEmptySections(kept, original)
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}

/** Headings of ours with nothing under them, and tags with nothing between. */
const withoutEmptySections = (text: string, original: string): string => {
  const blocks = text.split(/\n{2,}/)
  const isBare = (block: string | undefined) => block !== undefined && /^## [^\n]{1,60}$/.test(block.trim())
  return blocks
    .filter((block, at) => {
      const next = blocks[at + 1]
      return (
        !isBare(block) || original.includes(block.trim()) || (next !== undefined && !next.startsWith('## '))
      )
    })
    .join('\n\n')
    .replace(/<(context|requirements|output|details)>\s{0,9}<\/\1>/g, '')
}

/** Models for pictures, videos and sound read a description, which has no headings. */
const isDescription = ({ type, models, prompt }: ForRules): boolean =>
  ['Image', 'Video', 'Audio'].includes(inferType(type, models, prompt) ?? '')

const withWish = (text: string, wish: string, isPlain: boolean): string => {
  if (text.split('\n').some((line) => line === wish || line === `- ${wish}`)) return text
  if (shapeOf(text) === 'json') return withKey(text, wish)
  if (isPlain) return withPhrase(text, wish)
  const close = text.lastIndexOf('</requirements>')
  if (close >= 0) return `${text.slice(0, close)}- ${wish}\n${text.slice(close)}`
  const { headings } = findWording(text)
  const at = text.indexOf(`## ${headings.requirements}\n`)
  if (at >= 0) {
    const end = text.indexOf('\n\n', at)
    const before = end < 0 ? text : text.slice(0, end)
    return `${before}\n- ${wish}${end < 0 ? '' : text.slice(end)}`
  }
  return isTagged(text)
    ? `${text}\n\n<requirements>\n- ${wish}\n</requirements>`
    : `${text}\n\n## ${headings.requirements}\n- ${wish}`
}

const withKey = (text: string, wish: string): string => {
  const object = JSON.parse(text) as Record<string, unknown>
  if (Object.values(object).includes(wish)) return text
  let key = 'requirement'
  for (let count = 2; Object.hasOwn(object, key); count += 1) key = `requirement_${count}`
  return addToJson(text, [[key, wish]])
}

/** Before what ends a description (parameters, a negative prompt, sections to sing), else on a line of its own. */
const withPhrase = (text: string, wish: string): string => {
  const phrase = wish.replace(/[.!]$/, '')
  if (text.includes(`, ${phrase}`) || text.includes(`| ${phrase}`)) return text
  const parameters = parametersAt(text)
  if (parameters < text.trimEnd().length)
    return `${text.slice(0, parameters)}, ${phrase}${text.slice(parameters)}`
  const negative = text.search(/\nNegative prompt:/i)
  if (negative >= 0) return `${text.slice(0, negative)}, ${phrase}${text.slice(negative)}`
  if (/ \| \$\{[^{}\n]*\}$/.test(text)) return `${text} | ${phrase}`
  const sections = text.search(SONG_SECTIONS)
  if (sections >= 0) return `${text.slice(0, sections)}\n\n${wish}${text.slice(sections)}`
  return `${text}${/\$\{[^{}\n]*\}$/.test(text) ? '\n' : '\n\n'}${wish}`
}
