import { createFinding, type Finding } from './finding.ts'

/** Characters without a glyph that can carry hidden text, except controls of the writing direction. */
const RUN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the class matches each of these characters by itself
  /[\u034f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]+/gu

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** Scripts in which joiners choose the form of a letter. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]/u
/** Scripts without spaces between words, in which a zero-width space allows a line break. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Javanese}\p{Script=Balinese}]/u
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u
/** What text that is copied from pages has beside it: spaces, the ends of lines, and points at which URLs wrap. */
const BOUNDARY = /[\s\p{P}\p{S}]/u
const BLACK_FLAG = '\u{1f3f4}'
const FLAG_TAGS = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u

/** Texts with more stray characters than this one are not merely pasted from a page. */
const MAX_STRAY = 8

type Place = { start: number; characters: string[]; isStray: boolean }

/**
 * Finds invisible characters, except where a script, an emoji or typography needs them. A few single ones between words
 * are tolerated, because pages and editors leave them in what is copied.
 */
export const findInvisible = (text: string): Finding[] => {
  const hasRightToLeft = RIGHT_TO_LEFT.test(text)
  const places: Place[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const before = codePointBefore(text, index)
    const end = index + run.length
    const after = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : ''
    const skipped = readHonestPrefix(run, before, after)
    const characters = [...run.slice(skipped)]
    const [single = ''] = characters
    if (characters.length === 0) continue
    if (characters.every((character) => isMark(character) && hasRightToLeft)) continue
    const isSingle = characters.length === 1
    if (isSingle && isHonest(single, skipped > 0 ? run.slice(0, skipped) : before, after, index)) continue
    const isStray =
      isSingle && isPasted(single) && [before, after].some((side) => !side || BOUNDARY.test(side))
    places.push({ start: index + skipped, characters, isStray })
  }
  const isPastedText = places.filter(({ isStray }) => isStray).length <= MAX_STRAY
  return places
    .filter(({ isStray }) => !(isStray && isPastedText))
    .map(({ start, characters }) => {
      const run = characters.join('')
      return createFinding(
        'invisible-characters',
        start,
        start + run.length,
        decodeInvisible(characters),
        characters.length,
      )
    })
}

const CONTROL = /[\u202a-\u202e\u2066-\u2069\n]/g

/**
 * Finds controls that reverse the order of letters: overrides anywhere, and right-to-left embeddings and isolates in lines
 * without a right-to-left letter. Their closing controls are found with them.
 */
export const findDirectionOverrides = (text: string): Finding[] => {
  const findings: Finding[] = []
  let opened: boolean[] = []
  let lineStart = 0
  let isLineRightToLeft: boolean | null = null
  for (const { 0: control, index } of text.matchAll(CONTROL)) {
    if (control === '\n') {
      opened = []
      lineStart = index + 1
      isLineRightToLeft = null
      continue
    }
    const isClosing = control === '\u202c' || control === '\u2069'
    let isFound: boolean
    if (isClosing) isFound = opened.pop() ?? false
    else {
      if (control === '\u202b' || control === '\u2067')
        isLineRightToLeft ??= isRightToLeftLine(text, lineStart)
      isFound =
        control === '\u202d' ||
        control === '\u202e' ||
        ((control === '\u202b' || control === '\u2067') && !isLineRightToLeft)
      opened.push(isFound)
    }
    if (isFound) findings.push(createFinding('direction-override', index, index + 1))
  }
  return findings
}

const isRightToLeftLine = (text: string, start: number): boolean => {
  const end = text.indexOf('\n', start)
  return RIGHT_TO_LEFT.test(end < 0 ? text.slice(start) : text.slice(start, end))
}

const codePointBefore = (text: string, index: number): string => {
  if (index === 0) return ''
  const isPair = index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff
  return text.slice(index - (isPair ? 2 : 1), index)
}

/** Returns the length of what belongs to the emoji or the letter before the run. */
const readHonestPrefix = (run: string, before: string, after: string): number => {
  if (before === BLACK_FLAG) return FLAG_TAGS.exec(run)?.[0].length ?? (run.startsWith('\ufe0f') ? 1 : 0)
  const isSelected = /^[\ufe0e\ufe0f]/.test(run) && !/[\p{L}\s]/u.test(before) && before !== ''
  const length = isSelected ? 1 : 0
  if (run.slice(length) === '\u200d' && length > 0 && PICTOGRAPH.test(after)) return run.length
  return length
}

const isMark = (character: string) => /[\u200e\u200f\u061c]/.test(character)
const isPasted = (character: string) =>
  /[\ufe0e\ufe0f\u200b-\u200f\u2060\ufeff\u00ad\u061c\u3164]/.test(character)
const isLetter = (character: string) => /[\p{L}\p{M}]/u.test(character)

/** Returns true if the single character has a purpose between its neighbours. */
const isHonest = (character: string, before: string, after: string, index: number): boolean => {
  const isBeside = (pattern: RegExp) => pattern.test(before) || pattern.test(after)
  if (character === '\u200d' || character === '\u200c')
    return (
      isBeside(JOINED) ||
      (character === '\u200d' && (PICTOGRAPH.test(before) || before === '\ufe0f') && PICTOGRAPH.test(after))
    )
  if (character === '\u200b' || character === '\u2060') return isBeside(UNSPACED)
  if (character === '\ufeff') return index === 0
  if (character === '\u00ad') return isLetter(before) && isLetter(after)
  if (/[\u2061-\u2064]/.test(character)) return before !== '' && after !== '' && !/\s/.test(before + after)
  if (/[\u180b-\u180f]/.test(character)) return isBeside(/\p{Script=Mongolian}/u)
  if (/[\u115f\u1160\u3164\uffa0]/.test(character)) return isBeside(/[\u1100-\u11ff]/)
  if (/[\u17b4\u17b5]/.test(character)) return isBeside(/\p{Script=Khmer}/u)
  if (character === '\u034f') return isBeside(/\p{M}/u)
  if (/[\ufe00-\ufe0f]/.test(character)) return /[^\s\p{Script=Latin}]/u.test(before)
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{Script=Han}/u.test(before)
  return false
}

/** Returns what tag characters or variation selectors spell out. */
const decodeInvisible = (characters: readonly string[]): string | undefined => {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const tags = codes.filter((code) => code >= 0xe0020 && code <= 0xe007e)
  if (tags.length > 0) return String.fromCharCode(...tags.slice(0, 200).map((code) => code - 0xe0000))
  const bytes = codes.flatMap((code) => {
    if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00
    return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : []
  })
  if (bytes.length < 4) return undefined
  const decoded = new TextDecoder().decode(new Uint8Array(bytes))
  return /[^\n\t -~]/.test(decoded) ? undefined : decoded
}

/** Removes the invisible characters and direction overrides that the two functions above find. */
export const stripInvisible = (text: string): string => replaceInvisible(text, () => '')

/** Replaces what `stripInvisible` removes by a visible mark, such as `⟦U+200B ×3⟧`. */
export const showInvisible = (text: string): string => replaceInvisible(text, describeRun)

/** Returns the visible mark of a run of invisible characters. */
export const describeRun = (run: string): string => {
  const characters = [...run]
  const [first = ''] = characters
  const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟦U+${code}${characters.length > 1 ? ` ×${characters.length}` : ''}⟧`
}

const replaceInvisible = (text: string, replace: (run: string) => string): string => {
  const findings = [...findInvisible(text), ...findDirectionOverrides(text)].sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let at = 0
  for (const { start, end } of findings) {
    parts.push(text.slice(at, start), replace(text.slice(start, end)))
    at = end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
