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

type LinkNode = Extract<InlineNode, { kind: 'link' }>
/** A run of `*` or `_` that has not become emphasis yet. `count` is how many of its `length` marks are left. */
type Run = { kind: 'run'; mark: string; length: number; count: number; canOpen: boolean; canClose: boolean }
type Item = InlineNode | Run
type Found = { node: Item; end: number }
type Reader = (text: string, at: number, state: State) => Found | null
type State = {
  items: Item[]
  /** The indexes in `items` of the opening brackets that can still begin a link. */
  brackets: number[]
  /** Backtick fences that do not occur in the rest of the text. Remembering them avoids repeated searches. */
  missing: Set<string>
}

/** Deeper emphasis is kept as text, so that rendering needs little stack. */
const MAX_DEPTH = 6
const MAX_LINK_LENGTH = 2_000
/** As in CommonMark. Without a limit, many unclosed links would take quadratic time. */
const MAX_NESTED_BRACKETS = 32
const SPECIAL = /[\\`*_[\]\n<hHwW]/g
const SPACE = /\s|^$/
const PUNCTUATION = /[\p{P}\p{S}]/u
/** Matches what quoted text can be beside if it is emphasized. Letters without case are often written without spaces. */
const BESIDE_QUOTE = /^$|[\s\p{P}\p{S}\p{Lo}\p{M}]/u

/**
 * Matches a bare URL. Quotation marks and the punctuation of Chinese and Japanese end it, because no space follows
 * them. An apostrophe can be part of it. Without a limit, many URLs that follow each other without a space would take
 * quadratic time.
 */
const ADDRESS =
  /(?:https?:\/\/|www\.(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}]))[^\s<>"`“”„«»‹›、。，！？；：「」『』【】〈〉《》〔〕｡｢｣､]{1,2000}/iuy
/** Matches a letter or digit that a bare URL cannot follow. Other scripts are often written without spaces. */
const LATIN = /[\p{Script=Latin}0-9_]/u
/** Matches punctuation, in any script, that belongs to the surrounding sentence at the end of a URL. */
const TRAILING = /(?:&[a-z0-9]{2,31};|[^\P{P}/#%&@\\[({-])$/iu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{', '）': '（', '］': '［', '｝': '｛' }
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>/iy
/** Matches the title of a link, including the space before it. */
const TITLE = /[ \t\n]+(?:"((?:[^"\\]|\\.){0,500})"|'((?:[^'\\]|\\.){0,500})'|\(([^()]{0,500})\))/y
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/**
 * Parses emphasis, strong text, inline code, links and line breaks as CommonMark does. Unclosed marks are kept as text.
 * Other than there, letters without case can be directly beside emphasis that begins or ends with punctuation.
 */
export const parseInline = (text: string): InlineNode[] => {
  const state: State = { items: [], brackets: [], missing: new Set() }
  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at
    const next = SPECIAL.exec(text)?.index ?? text.length
    if (next > at) state.items.push(text.slice(at, next))
    at = next
    const character = text[at]
    if (character === undefined) break
    const found = READERS[character.toLowerCase()]?.(text, at, state)
    state.items.push(found?.node ?? character)
    at = found?.end ?? at + 1
  }
  return parseEmphasis(state.items)
}

/** Reads an escaped mark, or a line break, before which the backslash is not shown. */
const readEscape: Reader = (text, at) => {
  const next = text[at + 1] ?? ''
  if (next === '\n') return { node: { kind: 'break' }, end: at + 2 }
  return /[!-/:-@[-`{-~]/.test(next) ? { node: next, end: at + 2 } : null
}

const readCode: Reader = (text, at, { missing }) => {
  const start = endOfRun(text, at)
  const fence = text.slice(at, start)
  const closing = /`+/g
  closing.lastIndex = start
  for (let found = missing.has(fence) ? null : closing.exec(text); found; found = closing.exec(text)) {
    if (found[0] !== fence) continue
    const code = text.slice(start, found.index).replaceAll('\n', ' ')
    const isPadded = /^ .*[^ ].* $/.test(code)
    return {
      node: { kind: 'code', text: isPadded ? code.slice(1, -1) : code },
      end: found.index + fence.length,
    }
  }
  missing.add(fence)
  // An unclosed fence is plain text.
  return { node: fence, end: start }
}

const endOfRun = (text: string, at: number): number => {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end
}

/** Reads a run of emphasis marks. What is beside it decides whether it can open or close emphasis, as in CommonMark. */
const readRun: Reader = (text, at) => {
  const mark = text[at] ?? ''
  const end = endOfRun(text, at)
  const previous = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
  const next = Array.from(text.slice(end, end + 2))[0] ?? ''
  const isLeft = !SPACE.test(next) && (!PUNCTUATION.test(next) || BESIDE_QUOTE.test(previous))
  const isRight = !SPACE.test(previous) && (!PUNCTUATION.test(previous) || BESIDE_QUOTE.test(next))
  // An underscore within a word, as in snake_case, is not a mark.
  const canOpen = isLeft && (mark === '*' || !isRight || PUNCTUATION.test(previous))
  const canClose = isRight && (mark === '*' || !isLeft || PUNCTUATION.test(next))
  const length = end - at
  return { node: { kind: 'run', mark, length, count: length, canOpen, canClose }, end }
}

const readOpeningBracket: Reader = (_text, at, { items, brackets }) => {
  brackets.push(items.length)
  return { node: '[', end: at + 1 }
}

/** Makes a link of what follows the last opening bracket, if a URL follows the closing one. */
const readClosingBracket: Reader = (text, at, state) => {
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
  const last = Math.min(text.length, start + MAX_LINK_LENGTH)
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
  while (at < from + MAX_LINK_LENGTH && /[ \t\n]/.test(text[at] ?? '')) at += 1
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

const readAddress: Reader = (text, at, { brackets }) => {
  const previous = text[at - 1] ?? ''
  const isWithoutScheme = /w/i.test(text[at] ?? '')
  if (LATIN.test(previous) || (isWithoutScheme && /[./@:-]/.test(previous))) return null
  ADDRESS.lastIndex = at
  let found = ADDRESS.exec(text)?.[0] ?? ''
  if (previous === "'") found = found.split(/'(?![\p{L}\p{N}])/u)[0] ?? ''
  // In the name of a link, a URL ends before the link's own.
  if (brackets.length > 0) found = found.split('](')[0] ?? ''
  const written = withoutEnd(found)
  if (!written) return null
  const url = decodeAmpersands(isWithoutScheme ? `http://${written}` : written)
  const href = written.length < MAX_LINK_LENGTH ? parseHttpUrl(url) : null
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
  '*': readRun,
  _: readRun,
  '[': readOpeningBracket,
  ']': readClosingBracket,
  '<': readAutolink,
  h: readAddress,
  w: readAddress,
  '\n': (_text, at) => ({ node: { kind: 'break' }, end: at + 1 }),
}

/**
 * Pairs the runs of marks to emphasis, as CommonMark describes under "An algorithm for parsing nested emphasis and
 * links". Runs without a partner become text.
 */
const parseEmphasis = (items: Item[]): InlineNode[] => {
  const output: Item[] = []
  /** The indexes in `output` of the runs that can open emphasis. */
  const openers: number[] = []
  /** For each kind of closing run, how many of the openers are known not to match it. */
  const unmatched: Record<string, number> = {}
  for (const item of items) {
    if (!isRun(item)) output.push(item)
    else {
      while (item.canClose && item.count > 0 && close(item, output, openers, unmatched)) {}
      if (item.count > 0) output.push(item)
      if (item.count > 0 && item.canOpen) openers.push(output.length - 1)
    }
  }
  return joinText(output)
}

const isRun = (item: Item | undefined): item is Run => typeof item === 'object' && item.kind === 'run'

/** Makes emphasis of what follows the nearest opener that matches the closing run. Returns false if there is none. */
const close = (
  closer: Run,
  output: Item[],
  openers: number[],
  unmatched: Record<string, number>,
): boolean => {
  const key = `${closer.mark}${closer.canOpen}${closer.length % 3}`
  for (let index = openers.length - 1; index >= (unmatched[key] ?? 0); index -= 1) {
    const start = openers[index] ?? 0
    const opener = output[start]
    if (!isRun(opener) || !isPair(opener, closer)) continue
    openers.length = index + 1
    for (const name in unmatched) unmatched[name] = Math.min(unmatched[name] ?? 0, index)
    const children = joinText(output.slice(start + 1))
    if (depthOf(children) >= MAX_DEPTH) {
      openers.pop()
      return false
    }
    const size = opener.count > 1 && closer.count > 1 ? 2 : 1
    opener.count -= size
    closer.count -= size
    output.length = start + 1
    if (opener.count === 0) {
      output.pop()
      openers.pop()
    }
    output.push({ kind: size === 2 ? 'strong' : 'em', children })
    return true
  }
  unmatched[key] = openers.length
  return false
}

/** A run that can open and close pairs with another only if their lengths add up to no multiple of three, or both are one. */
const isPair = (opener: Run, closer: Run): boolean =>
  opener.mark === closer.mark &&
  ((!opener.canClose && !closer.canOpen) ||
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0))

const depthOf = (nodes: InlineNode[]): number =>
  nodes.reduce(
    (deepest, node) =>
      typeof node === 'object' && 'children' in node
        ? Math.max(deepest, 1 + depthOf(node.children))
        : deepest,
    0,
  )

const joinText = (items: Item[]): InlineNode[] => {
  const nodes: InlineNode[] = []
  let plain = ''
  for (const item of items) {
    if (typeof item === 'string') plain += item
    else if (item.kind === 'run') plain += item.mark.repeat(item.count)
    else {
      if (plain) nodes.push(plain)
      plain = ''
      nodes.push(item)
    }
  }
  return plain ? [...nodes, plain] : nodes
}
