import { readFileSync } from 'node:fs'
import { lettersOf } from '#server/media/font-letters.ts'
import { fontsOf } from '#server/media/fonts.ts'

/** Signs that no font of ours has, in such as say the same. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ '→': '->', '➜': '->', '➔': '->', '➡': '->', '⟶': '->', '←': '<-', '⬅': '<-', '⟵': '<-' },
  ...{ '↔': '<->', '⇒': '=>', '⟹': '=>', '⇐': '<=', '⇔': '<=>' },
  ...{ '≠': '!=', '≤': '<=', '≥': '>=', '≈': '~', '★': '*', '☆': '*', '✱': '*' },
  ...{ '「': '“', '」': '”', '『': '“', '』': '”', '〈': '‹', '〉': '›', '《': '«', '》': '»' },
  ...{ '【': '[', '】': ']', '〔': '[', '〕': ']', '、': ', ', '。': '. ', '・': '·', '〜': '~' },
  ...{ '●': '•', '○': '•', '■': '•', '□': '•', '▪': '•', '▶': '>', '►': '>', '─': '-', '━': '-' },
}

/** Enough of a title to know it by. */
const LETTERS_ENOUGH = 3

let fonts: Set<number>[] | undefined

/**
 * What our fonts can write of a text: each sign as it is, or as another that says the same, or not at all. Null where
 * too little of it is left to stand for the whole.
 */
export const drawableText = (text: string): string | null => {
  fonts ??= fontsOf(700).map(({ file }) => lettersOf(readFileSync(file)))
  let hasLost = false
  const drawn = graphemesOf(text.normalize('NFC')).map((grapheme) => {
    const found = waysToWrite(grapheme).find((way) => way && graphemesOf(way).every(isDrawable))
    hasLost ||= found === undefined && /[\p{L}\p{N}]/u.test(grapheme)
    return found ?? ''
  })
  const plain = drawn.join('').replace(/\s+/g, ' ').trim()
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  return plain && (!hasLost || letters >= LETTERS_ENOUGH) ? plain : null
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const waysToWrite = (grapheme: string): (string | undefined)[] => {
  // Variation selectors only say whether a sign is to be a picture.
  const sign = grapheme.replace(/[\uFE0E\uFE0F]/g, '')
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return [
    ...[sign, INSTEAD[sign], sign.normalize('NFKC')],
    // Of other signs the mark may be the meaning.
    /^[\p{L}\p{N}#*]+$/u.test(bare) ? bare : undefined,
  ]
}

/** The first font that has its first letter writes the whole of a grapheme. */
const isDrawable = (grapheme: string): boolean => {
  const [first = 0, ...others] = Array.from(grapheme, (letter) => letter.codePointAt(0) ?? 0)
  if (/^\s$/.test(grapheme)) return true
  const font = fonts?.find((letters) => letters.has(first))
  return font !== undefined && others.every((letter) => font.has(letter))
}
