import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listFontFiles, readCodePoints } from '#server/media/fonts.ts'
import { toRenderableText, toRenderableTitle } from './renderable-text.ts'

describe('Text in a preview image', () => {
  it.each([
    ['A plain title, “quoted” – № 5 • ½ €', 'A plain title, “quoted” – № 5 • ½ €'],
    ['→ 「Title」 ★ ① ≠ ∞ Ａ１', '-> “Title” * 1 != A1'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ！', 'Full width!'],
    ['Cafe\u0301 ☕️ © ™', 'Café © ™'],
    ['1️⃣ First 👩‍👩‍👧', '1 First'],
    ['q\u0361 and a\u0489', 'q and a'],
    ['हिन्दी में Ελληνικά и Русский, Việt', 'हिन्दी में Ελληνικά и Русский, Việt'],
    ['x', 'x'],
    ['42', '42'],
  ])('renders %s as %s', (text, rendered) => {
    expect(toRenderableText(text)).toBe(rendered)
  })

  it.each([
    ['Write like 村 in English', 'Write like in English'],
    ['Prompts ش', 'Prompts'],
    ['ש abc', 'abc'],
    ['한 Poem', 'Poem'],
    ['ไ Poem', 'Poem'],
  ])('keeps the rest of %s if no font has one of its letters: %s', (text, rendered) => {
    expect(toRenderableText(text)).toBe(rendered)
  })

  it.each(['猫の写真', '猫の写真 AI', 'ض', '😀😀😀', '', ' '])(
    'returns null for %s, of which too little is left',
    (text) => {
      expect(toRenderableText(text)).toBeNull()
    },
  )

  it('contains no characters without a glyph, whatever the text', () => {
    const fonts = listFontFiles(700).map(({ file }) => readCodePoints(readFileSync(file)))
    const codePoints = Array.from({ length: 0x1_fa00 }, (_, n) => n).filter((n) => n < 0xd800 || n > 0xdfff)
    const rendered = codePoints.map((n) => toRenderableText(`abc ${String.fromCodePoint(n)}`) ?? '').join('')
    const missingGlyphs = [...new Set(rendered)].filter(
      (character) => !fonts.some((letters) => letters.has(character.codePointAt(0) ?? 0)),
    )
    expect(missingGlyphs).toEqual([])
    expect(new Set(rendered).size).toBeGreaterThan(1_500)
  })

  it('covers the same characters in bold and regular', () => {
    const bold = listFontFiles(700).map(({ file }) => readCodePoints(readFileSync(file)))
    expect(listFontFiles(400).map(({ file }) => readCodePoints(readFileSync(file)))).toEqual(bold)
    expect(bold[0]?.has(0x41)).toBe(true)
    expect(bold.some((letters) => letters.has(0x2192))).toBe(false)
  })
})

describe('The title of a preview image', () => {
  it.each([
    ['Translate مرحبا to English and עברית', 'Translate مرحبا to English and עברית'],
    ['日本語の詩を書く', '日本語の詩を書く'],
    ['写一首关于春天的诗', '写一首关于春天的诗'],
    ['寫一首關於春天的詩', '寫一首關於春天的詩'],
    ['한국어 시를 써 주세요', '한국어 시를 써 주세요'],
    ['เขียนบทกวีที่สวยงาม', 'เขียนบทกวีที่สวยงาม'],
    ['हिन्दी, Ελληνικά, Русский, Tiếng Việt', 'हिन्दी, Ελληνικά, Русский, Tiếng Việt'],
    ['🚀 Launch → now', 'Launch → now'],
  ])('keeps every letter of %s', (title, rendered) => {
    expect(toRenderableTitle(title)?.text).toBe(rendered)
  })

  it.each(['ᏣᎳᎩ', 'Say ᏣᎳᎩ in English', '😀😀', ''])(
    'is left out if the fonts lack a letter: %s',
    (title) => {
      expect(toRenderableTitle(title)).toBeNull()
    },
  )

  it('does not mix the styles of Chinese and Japanese fonts', () => {
    const fontsOf = (title: string) =>
      new Set(toRenderableTitle(title)?.fonts.files.map((file) => /files\/([a-z-]+?)-\d/.exec(file)?.[1]))
    expect([...fontsOf('写一首关于春天的诗')]).toEqual(['zcool-xiaowei'])
    expect([...fontsOf('日本語の詩を書く')]).toEqual(['rocknroll-one'])
  })
})
