import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lettersOf } from '#server/media/font-letters.ts'
import { fontsOf } from '#server/media/fonts.ts'
import { drawableText } from './drawable-text.ts'

describe('Text in a picture', () => {
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
  ])('%s is written as %s', (text, written) => {
    expect(drawableText(text)).toBe(written)
  })

  it.each([
    ['Write like 村 in English', 'Write like in English'],
    ['Prompts ش', 'Prompts'],
    ['ש abc', 'abc'],
    ['한 Poem', 'Poem'],
    ['ไ Poem', 'Poem'],
  ])('%s is not lost for a letter that no font has: %s', (text, written) => {
    expect(drawableText(text)).toBe(written)
  })

  it.each(['猫の写真', '猫の写真 AI', 'ض', '😀😀😀', '', ' '])('of %s too little is left', (text) => {
    expect(drawableText(text)).toBeNull()
  })

  it('has no sign that would come out as a box, whatever was written', { timeout: 60_000 }, () => {
    const fonts = fontsOf(700).map(({ file }) => lettersOf(readFileSync(file)))
    const signs = Array.from({ length: 0x1_fa00 }, (_, n) => n).filter((n) => n < 0xd800 || n > 0xdfff)
    const written = signs.map((n) => drawableText(`abc ${String.fromCodePoint(n)}`) ?? '').join('')
    const boxes = [...new Set(written)].filter(
      (sign) => !fonts.some((letters) => letters.has(sign.codePointAt(0) ?? 0)),
    )
    expect(boxes).toEqual([])
    expect(new Set(written).size).toBeGreaterThan(1_500)
  })

  it('can be written bold and not, with the same letters', () => {
    const bold = fontsOf(700).map(({ file }) => lettersOf(readFileSync(file)))
    expect(fontsOf(400).map(({ file }) => lettersOf(readFileSync(file)))).toEqual(bold)
    expect(bold[0]?.has(0x41)).toBe(true)
    expect(bold.some((letters) => letters.has(0x2192))).toBe(false)
  })
})
