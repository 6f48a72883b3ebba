import type { InlineNode } from './inline-node.ts'
import { parseInline } from './parse-inline.ts'

export type MarkdownBlock =
  | { kind: 'paragraph' | 'heading'; children: InlineNode[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: MarkdownBlock[] }
  | { kind: 'list'; start: number | null; items: MarkdownBlock[][] }

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/
const QUOTE = /^ {0,3}> ?/
/** Matches a line that CommonMark shows as a horizontal rule, and the site as text. */
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/
const ITEM = /^[ \t]*(?:([-*+])|(\d{1,9})([.)]))(?:([ \t]+)(?=\S)|[ \t]*$)/
const HEADING = /^ {0,3}#{1,6}[ \t]+(?!#*[ \t]*$)(.*)/
const MAX_DEPTH = 6

/**
 * Parses a safe subset of Markdown: paragraphs (line breaks are preserved), headings without their levels, quotes, lists
 * and code blocks. Raw HTML and images are kept as text. Runs in linear time.
 */
export const parseMarkdown = (text: string): MarkdownBlock[] => parseBlocks(text.split(/\r\n?|\n/), 0)

const parseBlocks = (lines: string[], depth: number): MarkdownBlock[] => {
  const blocks: MarkdownBlock[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (!line.trim()) {
      at += 1
      continue
    }
    const [block, next] = readBlock(lines, at, depth)
    blocks.push(block)
    at = next
  }
  return blocks
}

const readBlock = (lines: string[], at: number, depth: number): [MarkdownBlock, next: number] => {
  const line = lines[at] ?? ''
  const fence = FENCE.exec(line)
  if (fence) return readCode(lines, at, fence[2] ?? '', fence[1]?.length ?? 0)
  const heading = HEADING.exec(line)?.[1]
  if (heading !== undefined)
    return [{ kind: 'heading', children: parseInline(heading.trimEnd().replace(/[ \t]+#+$/, '')) }, at + 1]
  if (depth < MAX_DEPTH && QUOTE.test(line)) return readQuote(lines, at, depth)
  if (depth < MAX_DEPTH && beginsList(line)) return readList(lines, at, depth)
  return readParagraph(lines, at)
}

const readCode = (lines: string[], at: number, fence: string, indent: number): [MarkdownBlock, number] => {
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', fence)) end += 1
  const inner = lines.slice(at + 1, end).map((line) => stripIndent(line, indent))
  return [{ kind: 'code', text: inner.join('\n') }, end + 1]
}

const isClosing = (line: string, fence: string): boolean => {
  const mark = line.trim()
  return indentOf(line) < 4 && mark.length >= fence.length && mark === (fence[0] ?? '').repeat(mark.length)
}

const readQuote = (lines: string[], at: number, depth: number): [MarkdownBlock, number] => {
  let end = at
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return [{ kind: 'quote', children: parseBlocks(inner, depth + 1) }, end]
}

type ListItem = { indent: number; inner: number; number: number | null; mark: string; text: string }

/** Reads the first line of a list item. `inner` is the column in which its text begins. */
const readItem = (line: string): ListItem | null => {
  const [found, bullet, digits = '', delimiter = '', space = ''] = (!RULE.test(line) && ITEM.exec(line)) || []
  if (found === undefined) return null
  const indent = indentOf(line)
  const width = /^ {1,4}$/.test(space) ? space.length : 1
  return {
    indent,
    inner: indent + (bullet ?? digits + delimiter).length + width,
    number: bullet ? null : Number(digits),
    mark: bullet ?? delimiter,
    text: line.slice(found.length),
  }
}

const beginsList = (line: string): boolean => {
  const item = readItem(line)
  return item !== null && item.indent < 4 && item.text !== ''
}

const readList = (lines: string[], at: number, depth: number): [MarkdownBlock, number] => {
  const first = readItem(lines[at] ?? '')
  const items: string[][] = []
  let last = first
  let end = at
  while (first && last && end < lines.length) {
    const next = skipBlank(lines, end)
    const line = lines[next] ?? ''
    const item = readItem(line)
    if (items.length > 0 && belongsTo(last, line, item, next > end)) {
      items.at(-1)?.push(...Array<string>(next - end).fill(''), stripIndent(line, last.inner))
    } else if (item?.mark === first.mark) {
      items.push([item.text])
      last = item
    } else break
    end = next + 1
  }
  const children = items.map((item) => parseBlocks(item, depth + 1))
  return [{ kind: 'list', start: first?.number ?? null, items: children }, end]
}

const skipBlank = (lines: string[], at: number): number => {
  let next = at
  while (next < lines.length && !lines[next]?.trim()) next += 1
  return next
}

/**
 * Returns whether a line is part of the item: because it is indented as far as the item's text, or by at least two columns
 * more than the item's mark and either continues a paragraph or is a bullet below a number, as people often write it.
 */
const belongsTo = (last: ListItem, line: string, item: ListItem | null, isAfterBlank: boolean): boolean => {
  if (!line.trim()) return false
  const indent = indentOf(line)
  if (indent >= last.inner) return true
  if (indent < last.indent + 2) return false
  return item ? last.number !== null && item.number === null : !isAfterBlank
}

/** The columns of white space at the beginning of a line, with tab stops every four columns. */
const indentOf = (line: string): number => {
  let column = 0
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4)
    else if (character === ' ') column += 1
    else break
  }
  return column
}

/** Removes at most this many columns of white space from the beginning of a line. */
const stripIndent = (line: string, columns: number): string => {
  const indent = indentOf(line)
  return ' '.repeat(Math.max(0, indent - columns)) + line.replace(/^[ \t]+/, '')
}

const readParagraph = (lines: string[], at: number): [MarkdownBlock, number] => {
  let end = at + 1
  while (end < lines.length && !endsParagraph(lines[end] ?? '')) end += 1
  const text = lines
    .slice(at, end)
    .map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
    .join('\n')
  return [{ kind: 'paragraph', children: parseInline(text) }, end]
}

/** As in CommonMark, a number other than 1 begins no list within a paragraph: it can be the end of a sentence. */
const endsParagraph = (line: string): boolean =>
  !line.trim() ||
  [FENCE, QUOTE, HEADING].some((start) => start.test(line)) ||
  (beginsList(line) && (readItem(line)?.number ?? 1) === 1)
