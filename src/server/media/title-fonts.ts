import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { readCodePoints } from './fonts.ts'

const require = createRequire(import.meta.url)

/** The fonts for titles in preview images, in fallback order. Each consists of files for parts of Unicode. */
const FONTS = [
  { family: 'Noto Sans', id: 'noto-sans', weight: 700 },
  { family: 'Noto Sans Arabic', id: 'noto-sans-arabic', weight: 700 },
  { family: 'Noto Sans Hebrew', id: 'noto-sans-hebrew', weight: 700 },
  { family: 'Noto Sans Thai', id: 'noto-sans-thai', weight: 700 },
  { family: 'Gowun Dodum', id: 'gowun-dodum', weight: 400 },
  { family: 'RocknRoll One', id: 'rocknroll-one', weight: 400 },
  { family: 'ZCOOL XiaoWei', id: 'zcool-xiaowei', weight: 400 },
] as const
type FontId = (typeof FONTS)[number]['id']

/** The fonts that draw a title: their families in fallback order, and the files that contain its characters. */
export type TitleFonts = { families: string[]; files: string[] }

/**
 * Finds fonts for a text. Returns null if a character has no glyph. The fonts overlap in Chinese characters, so a text
 * without kana prefers the Chinese one, in order not to mix two styles.
 */
export const findTitleFonts = (text: string): TitleFonts | null => {
  const isChinese = HAN.test(text) && !KANA.test(text)
  const fonts = isChinese ? CHINESE_FIRST : FONTS
  const files = new Set<string>()
  for (const character of text) {
    if (INVISIBLE.test(character)) continue
    const codePoint = character.codePointAt(0) ?? 0
    const file = fonts.map((font) => findFile(font, codePoint)).find((found) => found !== null)
    if (!file) return null
    files.add(file)
  }
  return { families: fonts.map(({ family }) => family), files: [...files] }
}

const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Blanks and the characters that control joining and direction. */
const INVISIBLE = /[\s\u200b-\u200f\u2066-\u2069]/
/** Latin letters and digits are those of the first font in any case. */
const CHINESE_FIRST = [FONTS[0], FONTS[6], ...FONTS.slice(1, 6)]

const findFile = ({ id, weight }: { id: FontId; weight: number }, codePoint: number): string | null =>
  getFiles(id, weight)
    .get(codePoint)
    ?.find((file) => getLetters(file).has(codePoint)) ?? null

/** The files of a font that may contain a character; whether one has a glyph for it is another question. */
type FilesByCodePoint = ReadonlyMap<number, string[]>
const filesById = new Map<FontId, FilesByCodePoint>()

const getFiles = (id: FontId, weight: number): FilesByCodePoint => {
  const known = filesById.get(id)
  if (known) return known
  const folder = path.dirname(require.resolve(`@fontsource/${id}/package.json`))
  const subsets = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const files = new Map<number, string[]>()
  for (const [subset, ranges] of Object.entries(subsets)) {
    const name = `${id}-${subset.replace(/[[\]]/g, '')}-${weight}-normal.woff`
    const file = path.join(folder, 'files', name)
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      for (let codePoint = from; codePoint <= to; codePoint += 1)
        files.set(codePoint, [...(files.get(codePoint) ?? []), file])
    }
  }
  filesById.set(id, files)
  return files
}

const lettersByFile = new Map<string, ReadonlySet<number>>()

const getLetters = (file: string): ReadonlySet<number> => {
  const known = lettersByFile.get(file)
  if (known) return known
  const letters = readCodePoints(readFileSync(file))
  lettersByFile.set(file, letters)
  return letters
}
