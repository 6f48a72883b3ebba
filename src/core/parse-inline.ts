/**
 * Returns the URL as a browser parses it, or null if it is not an HTTP(S) URL. The protocol is also checked after
 * parsing.
 */
export const parseHttpUrl = (written: string): string | null => {
  if (!/^https?:\/\//i.test(written)) return null
  try {
    const { protocol, href } = new URL(written)
    return protocol === 'http:' || protocol === 'https:' ? href : null
  } catch {
    return null
  }
}

export type InlineNode =
  | string
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; children: InlineNode[] }
  | { kind: 'link'; href: string; children: InlineNode[] }

type Found = { node: InlineNode; end: number }
type Reader = (text: string, at: number, depth: number, missing: Set<string>) => Found | null

const DEEPEST = 6
const LONGEST_LINK = 2_000
const SPECIAL = /[\\`*_[\nh]/g
const ADDRESS = /https?:\/\/[^\s<>"'`]+/iy
const ENDS = new Set('.,:;!?*_)]')
const WORD = /[\p{L}\p{N}]/u

/** Parses emphasis, strong text, inline code, links and line breaks. Unclosed marks are kept as text. */
export const parseInline = (text: string, depth = 0): InlineNode[] => {
  const nodes: InlineNode[] = []
  // Closing marks that do not occur in the rest of the text. Remembering them avoids repeated searches when
  // the text contains many unclosed opening marks.
  const missing = new Set<string>()
  let plain = ''
  let at = 0
  while (at < text.length) {
    SPECIAL.lastIndex = at
    const next = SPECIAL.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    at = next
    const found = READERS[text[at] ?? '']?.(text, at, depth, missing)
    if (!found) {
      plain += text[at] ?? ''
      at += 1
    } else {
      if (typeof found.node === 'string') plain += found.node
      else {
        if (plain) nodes.push(plain)
        plain = ''
        nodes.push(found.node)
      }
      at = found.end
    }
  }
  if (plain) nodes.push(plain)
  return nodes
}

const readEscape: Reader = (text, at) => {
  const next = text[at + 1] ?? ''
  return /[!-/:-@[-`{-~]/.test(next) ? { node: next, end: at + 2 } : null
}

const readCode: Reader = (text, at, _depth, missing) => {
  const mark = /`+/y
  mark.lastIndex = at
  const fence = mark.exec(text)?.[0] ?? ''
  const close = find(text, fence, at + fence.length, missing)
  // An unclosed fence is plain text.
  if (close < 0) return { node: fence, end: at + fence.length }
  return {
    node: { kind: 'code', text: text.slice(at + fence.length, close).trim() },
    end: close + fence.length,
  }
}

const readEmphasis: Reader = (text, at, depth, missing) => {
  const letter = text[at] ?? ''
  const mark = text[at + 1] === letter ? letter + letter : letter
  const start = at + mark.length
  if (depth >= DEEPEST || /\s|^$/.test(text[start] ?? '')) return { node: mark, end: start }
  // An underscore within a word, as in snake_case, is not a mark.
  if (letter === '_' && WORD.test(text[at - 1] ?? '')) return { node: mark, end: start }
  const close = findClose(text, mark, start, missing)
  if (close < 0) return { node: mark, end: start }
  const children = parseInline(text.slice(start, close), depth + 1)
  return { node: { kind: mark.length === 2 ? 'strong' : 'em', children }, end: close + mark.length }
}

const readLink: Reader = (text, at, depth, missing) => {
  const middle = find(text, '](', at + 1, missing)
  if (middle < 0 || depth >= DEEPEST || text.slice(at + 1, middle).includes('[')) return null
  const close = find(text, ')', middle + 2, missing)
  if (close < 0 || close - middle > LONGEST_LINK) return null
  const href = parseHttpUrl(text.slice(middle + 2, close).trim())
  if (!href) return null
  return { node: { kind: 'link', href, children: [text.slice(at + 1, middle)] }, end: close + 1 }
}

const readAddress: Reader = (text, at) => {
  if (WORD.test(text[at - 1] ?? '')) return null
  ADDRESS.lastIndex = at
  const written = withoutEnd(ADDRESS.exec(text)?.[0] ?? '')
  if (!written) return null
  const href = parseHttpUrl(written)
  // An invalid URL becomes plain text as a whole; otherwise, parsing many invalid URLs would take quadratic
  // time.
  return { node: href ? { kind: 'link', href, children: [written] } : written, end: at + written.length }
}

/** Removes trailing punctuation, which belongs to the surrounding sentence. */
const withoutEnd = (address: string): string => {
  let end = address.length
  while (ENDS.has(address[end - 1] ?? '')) end -= 1
  return address.slice(0, end)
}

const READERS: Record<string, Reader> = {
  '\\': readEscape,
  '`': readCode,
  '*': readEmphasis,
  _: readEmphasis,
  '[': readLink,
  h: readAddress,
  '\n': (_text, at) => ({ node: { kind: 'break' }, end: at + 1 }),
}

const find = (text: string, mark: string, from: number, missing: Set<string>): number => {
  if (missing.has(mark)) return -1
  const found = text.indexOf(mark, from)
  if (found < 0) missing.add(mark)
  return found
}

/** Finds the closing mark, which must not follow whitespace. A single mark must not be part of a double one. */
const findClose = (text: string, mark: string, from: number, missing: Set<string>): number => {
  if (missing.has(mark)) return -1
  const letter = mark[0] ?? ''
  let at = text.indexOf(mark, from)
  for (; at >= 0; at = text.indexOf(mark, at + 1)) {
    while (mark.length === 2 && text[at + 2] === letter) at += 1
    const isDouble = text[at + mark.length] === letter || text[at - 1] === letter
    if (mark.length === 1 && isDouble) at += 1
    else if (
      !/\s/.test(text[at - 1] ?? ' ') &&
      !(letter === '_' && WORD.test(text[at + mark.length] ?? ''))
    ) {
      return at
    }
  }
  missing.add(mark)
  return -1
}
