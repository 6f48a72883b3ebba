import { readFileSync } from 'node:fs'
import { listFontFiles, readCodePoints } from '#server/media/fonts.ts'
import { findTitleFonts, type TitleFonts } from '#server/media/title-fonts.ts'

/** Replacements with the same meaning for characters that the bundled fonts lack. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '→': '->',
  '➜': '->',
  '➔': '->',
  '➡': '->',
  '⟶': '->',
  '←': '<-',
  '⬅': '<-',
  '⟵': '<-',
  '↔': '<->',
  '⇒': '=>',
  '⟹': '=>',
  '⇐': '<=',
  '⇔': '<=>',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '★': '*',
  '☆': '*',
  '✱': '*',
  '「': '“',
  '」': '”',
  '『': '“',
  '』': '”',
  '〈': '‹',
  '〉': '›',
  '《': '«',
  '》': '»',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  '、': ', ',
  '。': '. ',
  '・': '·',
  '〜': '~',
  '●': '•',
  '○': '•',
  '■': '•',
  '□': '•',
  '▪': '•',
  '▶': '>',
  '►': '>',
  '─': '-',
  '━': '-',
}

/** If characters are dropped, at least this many letters must remain for a title to be recognizable. */
const MIN_LETTERS = 3

let fonts: Set<number>[] | undefined

/**
 * Converts text to characters that the bundled fonts can render: each grapheme is kept, replaced with an
 * equivalent, or dropped. Returns null if too little remains to represent the text.
 */
export const toRenderableText = (text: string): string | null => {
  fonts ??= listFontFiles(700).map(({ file }) => readCodePoints(readFileSync(file)))
  const { plain, hasLost } = replaceCharacters(text, isRenderable)
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  return plain && (!hasLost || letters >= MIN_LETTERS) ? plain : null
}

/**
 * Converts a title to characters that the fonts for titles can render, and finds these fonts. Returns null if a letter or
 * digit would be lost, because a part of a title may say something else than the whole.
 */
export const toRenderableTitle = (text: string): { text: string; fonts: TitleFonts } | null => {
  const { plain, hasLost } = replaceCharacters(text, (grapheme) => findTitleFonts(grapheme) !== null)
  const fonts = plain && !hasLost ? findTitleFonts(plain) : null
  return fonts && { text: plain, fonts }
}

const replaceCharacters = (text: string, canRender: (grapheme: string) => boolean) => {
  let hasLost = false
  const rendered = graphemesOf(text.normalize('NFC')).map((grapheme) => {
    const rendition = candidatesFor(grapheme).find(
      (candidate) => candidate && graphemesOf(candidate).every(canRender),
    )
    hasLost ||= rendition === undefined && /[\p{L}\p{N}]/u.test(grapheme)
    return rendition ?? ''
  })
  return { plain: rendered.join('').replace(/\s+/g, ' ').trim(), hasLost }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const candidatesFor = (grapheme: string): (string | undefined)[] => {
  // Variation selectors only choose between a character's text and emoji presentation.
  const character = grapheme.replace(/[\uFE0E\uFE0F]/g, '')
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return [
    character,
    REPLACEMENTS[character],
    character.normalize('NFKC'),
    // Drops combining marks only from letters, digits, # and *. With other characters, the mark may carry the
    // meaning.
    /^[\p{L}\p{N}#*]+$/u.test(bare) ? bare : undefined,
  ]
}

/**
 * Returns true if a single font can render the whole grapheme. Only the first font that contains its first
 * character is considered.
 */
const isRenderable = (grapheme: string): boolean => {
  const [first = 0, ...others] = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
  if (/^\s$/.test(grapheme)) return true
  const font = fonts?.find((letters) => letters.has(first))
  return font !== undefined && others.every((codePoint) => font.has(codePoint))
}
