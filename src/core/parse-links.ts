import { decodeAmpersands, MAX_URL_LENGTH, parseHttpUrl } from './http-url.ts'
import type { InlineNode, Reader } from './inline-node.ts'
import { parseEmphasis } from './parse-emphasis.ts'

type LinkNode = Extract<InlineNode, { kind: 'link' }>

/** As in CommonMark. Without a limit, many unclosed links would take quadratic time. */
const MAX_NESTED_BRACKETS = 32
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>/iy
/** Matches the title of a link, including the space before it. */
const TITLE = /[ \t\n]+(?:"((?:[^"\\]|\\.){0,500})"|'((?:[^'\\]|\\.){0,500})'|\(([^()]{0,500})\))/y
const ESCAPED = /\\([!-/:-@[-`{-~])/g

export const readOpeningBracket: Reader = (_text, at, { items, brackets }) => {
  brackets.push(items.length)
  return { node: '[', end: at + 1 }
}

/** Makes a link of what follows the last opening bracket, if a URL follows the closing one. */
export const readClosingBracket: Reader = (text, at, state) => {
  const opening = state.brackets.pop()
  const target = opening === undefined ? null : readTarget(text, at + 1)
  if (opening === undefined || !target) return null
  const children = withoutLinks(parseEmphasis(state.items.splice(opening).slice(1)))
  // A link cannot contain links, so no bracket before it begins one.
  state.brackets.length = 0
  const { end, ...link } = target
  return { node: { ...link, children: children.some(isVisible) ? children : [link.href] }, end }
}

const isVisible = (node: InlineNode): boolean => typeof node !== 'string' || node.trim() !== ''

const withoutLinks = (nodes: InlineNode[]): InlineNode[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || !('children' in node)) return node
    const children = withoutLinks(node.children)
    return node.kind === 'link' ? children : { ...node, children }
  })

const readTarget = (text: string, at: number): (Omit<LinkNode, 'children'> & { end: number }) | null => {
  const destination = text[at] === '(' ? readDestination(text, at + 1) : null
  if (!destination) return null
  TITLE.lastIndex = destination.end
  const found = TITLE.exec(text)
  const end = skipSpaces(text, found ? TITLE.lastIndex : destination.end)
  const href = parseHttpUrl(decodeAmpersands(destination.written))
  if (text[end] !== ')' || !href) return null
  const title = (found?.[1] ?? found?.[2] ?? found?.[3])?.replace(ESCAPED, '$1')
  return { kind: 'link', href, ...(title && { title }), end: end + 1 }
}

/** Reads the URL of a named link, which is in angle brackets or extends to a space or an unbalanced bracket. */
const readDestination = (text: string, from: number): { written: string; end: number } | null => {
  const start = skipSpaces(text, from)
  const last = Math.min(text.length, start + MAX_URL_LENGTH)
  let open = 0
  let end = start
  if (text[start] === '<') {
    while (end < last && !'>\n'.includes(text[end] ?? '')) end += 1
    return text[end] === '>' ? { written: text.slice(start + 1, end), end: end + 1 } : null
  }
  for (; end < last && !/[ \t\n]/.test(text[end] ?? ''); end += 1) {
    if (text[end] === '(') open += 1
    if (text[end] === ')') open -= 1
    if (open < 0) break
    if (open > MAX_NESTED_BRACKETS) return null
    if (text[end] === '\\') end += 1
  }
  return open > 0 ? null : { written: text.slice(start, end).replace(ESCAPED, '$1'), end }
}

const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (at < from + MAX_URL_LENGTH && /[ \t\n]/.test(text[at] ?? '')) at += 1
  return at
}

/** Reads a URL in angle brackets. */
export const readAutolink: Reader = (text, at) => {
  AUTOLINK.lastIndex = at
  const written = AUTOLINK.exec(text)?.[1]
  const href = written && parseHttpUrl(decodeAmpersands(written))
  return href ? { node: { kind: 'link', href, children: [written] }, end: AUTOLINK.lastIndex } : null
}
