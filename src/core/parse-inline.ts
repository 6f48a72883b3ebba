import type { InlineNode, Reader, State } from './inline-node.ts'
import { readBareUrl } from './parse-bare-url.ts'
import { endOfRun, parseEmphasis, readRun } from './parse-emphasis.ts'
import { readAutolink, readClosingBracket, readOpeningBracket } from './parse-links.ts'

const SPECIAL = /[\\`*_[\]\n<hHwW]/g

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

const READERS: Record<string, Reader> = {
  '\\': readEscape,
  '`': readCode,
  '*': readRun,
  _: readRun,
  '[': readOpeningBracket,
  ']': readClosingBracket,
  '<': readAutolink,
  h: readBareUrl,
  w: readBareUrl,
  '\n': (_text, at) => ({ node: { kind: 'break' }, end: at + 1 }),
}
