import { decodeAmpersands, MAX_URL_LENGTH, parseHttpUrl } from './http-url.ts'
import type { Reader } from './inline-node.ts'

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

/** Reads a URL without marks around it. */
export const readBareUrl: Reader = (text, at, { brackets }) => {
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
  const href = written.length < MAX_URL_LENGTH ? parseHttpUrl(url) : null
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
