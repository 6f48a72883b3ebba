import { bagOf, hasAny, words } from './bag.ts'
import { findWording } from './languages/find-wording.ts'
import { type ForRules, optimizeByRules } from './optimize-by-rules.ts'
import { parametersAt } from './parameters-at.ts'
import { isTagged } from './shape.ts'

const SHORTER = words(
  'shorter, short, shorten, more concise, concise, trim, kürzer, plus court, más corto, mais curto',
)
const ANEW = words('start over, from scratch, undo, reset, again from the beginning')
/** A line that only asks: nothing of the person's own is in it. */
const ASK_LINE = /^(?:- )?[^\n$]{0,40}\$\{[^{}\n]{1,200}\}\.?$/

/**
 * What the rules can make of a wish: shorter takes away what they had asked for, starting over makes it anew, and every
 * other wish becomes a requirement, in the person's own words. The original's own lines always stay.
 */
export const refineByRules = (
  asked: ForRules,
  { text, instruction }: { text: string; instruction: string },
): string => {
  const bag = bagOf(instruction)
  if (hasAny(bag, ANEW)) return optimizeByRules(asked)
  if (hasAny(bag, SHORTER)) return withoutAsks(text, asked.prompt)
  return withRequirement(text, instruction.trim().replace(/\s+/g, ' '))
}

const withoutAsks = (text: string, original: string): string => {
  const kept = text
    .split('\n')
    .filter((line) => original.includes(line.trim()) || !ASK_LINE.test(line.trim()))
  return withoutEmptySections(kept.join('\n'), original)
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
    .replace(/<(role|context|steps|requirements|output|details)>\s{0,9}<\/\1>/g, '')
}

const withRequirement = (text: string, wish: string): string => {
  if (text.includes(`- ${wish}`)) return text
  if (/^\s*\{[\s\S]*\}\s*$/.test(text)) return `${text}\n\n${wish}`
  const close = text.lastIndexOf('</requirements>')
  if (close >= 0) return `${text.slice(0, close)}- ${wish}\n${text.slice(close)}`
  const { headings } = findWording(text)
  const at = text.indexOf(`## ${headings.requirements}\n`)
  if (at >= 0) {
    const end = text.indexOf('\n\n', at)
    const before = end < 0 ? text : text.slice(0, end)
    return `${before}\n- ${wish}${end < 0 ? '' : text.slice(end)}`
  }
  const parameters = parametersAt(text)
  if (parameters < text.trimEnd().length)
    return `${text.slice(0, parameters)}, ${wish}${text.slice(parameters)}`
  return isTagged(text)
    ? `${text}\n\n<requirements>\n- ${wish}\n</requirements>`
    : `${text}\n\n## ${headings.requirements}\n- ${wish}`
}
