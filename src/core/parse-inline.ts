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
  | { kind: 'link'; href: string; title?: string; children: InlineNode[] }

type Found = { node: InlineNode; end: number }
type Reader = (text: string, at: number, depth: number, missing: Set<string>) => Found | null

const DEEPEST = 6
const LONGEST_LINK = 2_000
/** As in CommonMark. Without a limit, many unclosed links would take quadratic time. */
const MAX_NESTED_BRACKETS = 32
const SPECIAL = /[\\`*_[\n<hH]/g
const WORD = /[\p{L}\p{N}]/u

/**
 * Matches a bare URL. Quotation marks and the punctuation of Chinese and Japanese end it, because no space follows
 * them. An apostrophe can be part of it. Without a limit, many URLs that follow each other without a space would take
 * quadratic time.
 */
const ADDRESS = /https?:\/\/[^\s<>"`“”„«»‹›、。，！？；：「」『』【】〈〉《》〔〕｡｢｣､]{1,2000}/iy
/** Matches a letter or digit that a bare URL cannot follow. Other scripts are often written without spaces. */
const LATIN = /[\p{Script=Latin}0-9_]/u
/** Matches punctuation, in any script, that belongs to the surrounding sentence at the end of a URL. */
const TRAILING = /(?:&[a-z0-9]{2,31};|[^\P{P}/#%&@\\[({-])$/iu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{', '）': '（', '］': '［', '｝': '｛' }
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>/iy
/** Matches the title of a link, including the space before it. */
const TITLE = /\s+(?:"((?:[^"\\]|\\.){0,500})"|'((?:[^'\\]|\\.){0,500})'|\(([^()]{0,500})\))/y
const ESCAPED = /\\([!-/:-@[-`{-~])/g

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
  if (middle < 0 || depth >= DEEPEST) return null
  const name = text.slice(at + 1, Math.min(middle, at + 1 + LONGEST_LINK))
  if (name.length < middle - at - 1 || !hasBalancedBrackets(name)) return null
  const destination = readDestination(text, middle + 2)
  if (!destination) return null
  TITLE.lastIndex = destination.end
  const found = TITLE.exec(text)
  const end = skipSpaces(text, found ? TITLE.lastIndex : destination.end)
  const href = parseHttpUrl(decodeAmpersands(destination.written))
  if (text[end] !== ')' || !href) return null
  const title = (found?.[1] ?? found?.[2] ?? found?.[3])?.replace(ESCAPED, '$1')
  return { node: { kind: 'link', href, ...(title && { title }), children: [name] }, end: end + 1 }
}

const hasBalancedBrackets = (text: string): boolean => {
  let open = 0
  for (const character of text) {
    if (character === '[') open += 1
    if (character === ']') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/** Reads the URL of a named link, which is in angle brackets or extends to a space or an unbalanced bracket. */
const readDestination = (text: string, from: number): { written: string; end: number } | null => {
  const start = skipSpaces(text, from)
  const last = Math.min(text.length, start + LONGEST_LINK)
  let open = 0
  let end = start
  if (text[start] === '<') {
    while (end < last && !'>\n'.includes(text[end] ?? '')) end += 1
    return text[end] === '>' ? { written: text.slice(start + 1, end), end: end + 1 } : null
  }
  for (; end < last && !/\s/.test(text[end] ?? ''); end += 1) {
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
  while (at < from + LONGEST_LINK && /\s/.test(text[at] ?? '')) at += 1
  return at
}

/** People copy URLs from HTML, where `&` is written as an entity. */
const decodeAmpersands = (url: string): string => url.replaceAll('&amp;', '&')

const readAutolink: Reader = (text, at) => {
  AUTOLINK.lastIndex = at
  const written = AUTOLINK.exec(text)?.[1]
  const href = written && parseHttpUrl(decodeAmpersands(written))
  return href ? { node: { kind: 'link', href, children: [written] }, end: AUTOLINK.lastIndex } : null
}

const readAddress: Reader = (text, at) => {
  const previous = text[at - 1] ?? ''
  if (LATIN.test(previous)) return null
  ADDRESS.lastIndex = at
  const found = ADDRESS.exec(text)?.[0] ?? ''
  const written = withoutEnd(previous === "'" ? (found.split(/'(?![\p{L}\p{N}])/u)[0] ?? '') : found)
  if (!written) return null
  const href = written.length < LONGEST_LINK ? parseHttpUrl(decodeAmpersands(written)) : null
  // An invalid URL becomes plain text as a whole; otherwise, parsing many invalid URLs would take quadratic
  // time.
  return { node: href ? { kind: 'link', href, children: [written] } : written, end: at + written.length }
}

/**
 * Removes what belongs to the surrounding sentence: everything from a closing parenthesis that the URL does not open,
 * and trailing punctuation. A closing bracket that the URL opens, as in `/Foo_(bar)`, is kept.
 */
const withoutEnd = (address: string): string => {
  const open: Record<string, number> = {}
  let end = 0
  for (; end < address.length; end += 1) {
    const character = address[end] ?? ''
    const opening = OPENING[character]
    if (opening === undefined) open[character] = (open[character] ?? 0) + 1
    else {
      open[opening] = (open[opening] ?? 0) - 1
      if (')）'.includes(character) && (open[opening] ?? 0) < 0) {
        open[opening] = 0
        break
      }
    }
  }
  for (;;) {
    const last = address[end - 1] ?? ''
    const opening = OPENING[last]
    if (opening !== undefined && (open[opening] ?? 0) >= 0) return address.slice(0, end)
    const trailing = TRAILING.exec(address.slice(Math.max(0, end - 33), end))?.[0]
    if (!trailing) return address.slice(0, end)
    if (opening !== undefined) open[opening] = (open[opening] ?? 0) + 1
    end -= trailing.length
  }
}

const READERS: Record<string, Reader> = {
  '\\': readEscape,
  '`': readCode,
  '*': readEmphasis,
  _: readEmphasis,
  '[': readLink,
  '<': readAutolink,
  h: readAddress,
  H: readAddress,
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
