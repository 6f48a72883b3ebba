import { type InlineNode, parseInline } from './parse-inline.ts'

export type MarkdownBlock =
  | { kind: 'paragraph' | 'heading'; children: InlineNode[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: MarkdownBlock[] }
  | { kind: 'list'; start: number | null; items: MarkdownBlock[][] }

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3}(?:[-*+]|(\d{1,9})[.)])) +(?=\S)/
const HEADING = /^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/
const DEEPEST = 6

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
  const fence = FENCE.exec(line)?.[1]
  if (fence) return readCode(lines, at, fence)
  const heading = HEADING.exec(line)
  if (heading) return [{ kind: 'heading', children: parseInline(heading[1] ?? '') }, at + 1]
  if (depth < DEEPEST && QUOTE.test(line)) return readQuote(lines, at, depth)
  if (depth < DEEPEST && ITEM.test(line)) return readList(lines, at, depth)
  return readParagraph(lines, at)
}

const readCode = (lines: string[], at: number, fence: string): [MarkdownBlock, number] => {
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', fence)) end += 1
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

const isClosing = (line: string, fence: string): boolean => {
  const mark = line.trim()
  return mark.length >= fence.length && mark === (fence[0] ?? '').repeat(mark.length)
}

const readQuote = (lines: string[], at: number, depth: number): [MarkdownBlock, number] => {
  let end = at
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return [{ kind: 'quote', children: parseBlocks(inner, depth + 1) }, end]
}

const readList = (lines: string[], at: number, depth: number): [MarkdownBlock, number] => {
  const number = ITEM.exec(lines[at] ?? '')?.[2]
  // Lines that are indented by at least two additional columns belong to the preceding item.
  const inner = indentOf(lines[at] ?? '') + 2
  const items: string[][] = []
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const item = ITEM.exec(line)
    if (items.length > 0 && line.trim() && indentOf(line) >= inner) {
      items.at(-1)?.push(line.slice(Math.min(indentOf(line), inner + 1)))
    } else if (item) {
      if ((item[2] === undefined) !== (number === undefined)) break
      items.push([line.slice(item[0].length)])
    } else if (line.trim() || !isInList(lines[end + 1])) {
      break
    } else {
      items.at(-1)?.push('')
    }
  }
  const children = items.map((item) => parseBlocks(item, depth + 1))
  return [{ kind: 'list', start: number === undefined ? null : Number(number), items: children }, end]
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const isInList = (line: string | undefined): boolean =>
  line !== undefined && (/^ {2,}\S/.test(line) || ITEM.test(line))

const readParagraph = (lines: string[], at: number): [MarkdownBlock, number] => {
  let end = at + 1
  while (end < lines.length && !endsParagraph(lines[end] ?? '')) end += 1
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join('\n')
  return [{ kind: 'paragraph', children: parseInline(text) }, end]
}

const endsParagraph = (line: string): boolean =>
  !line.trim() || [FENCE, QUOTE, ITEM, HEADING].some((start) => start.test(line))
