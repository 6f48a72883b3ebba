import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isValidTag, normalizeTag, splitTags } from './tags.ts'

it.each([
  ['Cover Letter', 'cover-letter'],
  ['C', 'c'],
  ['C++', 'c++'],
  ['C＋＋', 'c++'],
  ['c++17', 'c++17'],
  ['Notepad++', 'notepad++'],
  ['C#', 'c#'],
  ['Ｃ＃', 'c#'],
  ['F#', 'f#'],
  ['C# 10', 'c#-10'],
  ['C#10', 'c#10'],
  ['.NET', '.net'],
  ['ASP.NET', 'asp.net'],
  ['ASP .NET', 'asp-.net'],
  ['.NET Core 3.1', '.net-core-3.1'],
  ['Node.js', 'node.js'],
  ['R&D', 'r&d'],
  ['Ｒ＆Ｄ', 'r&d'],
  ['R & D', 'r-d'],
  ['AT&T', 'at&t'],
  ['  C++ / C# ', 'c++-c#'],
  ['#ＳＥＯ', 'seo'],
  ['#seo#marketing', 'seo-marketing'],
  ['##', ''],
  ['a##', 'a'],
  ['+1', '1'],
  ['etc.', 'etc'],
  ['wait…what', 'wait-what'],
  ['...net', 'net'],
  ['& Co.', 'co'],
  ['snake_case', 'snake-case'],
  ['Übersetzung', 'übersetzung'],
  ['U\u0308bersetzung', 'übersetzung'],
  ['写作', '写作'],
  ['हिन्दी', 'हिन्दी'],
  ['a\u202Eb\u200B', 'a-b'],
  ['%_"<script>', 'script'],
  ['🙂', ''],
  ['🏳️‍🌈', ''],
  ['❤️ Love', 'love'],
  ['\u0301', ''],
  ['\u0301\u0301 a', 'a'],
  ['a \u0301', 'a'],
  ['1️⃣', '1️⃣'],
  ['\u3164', ''],
  ['\uFFA0\u115F', ''],
  ['a\u3164b', 'ab'],
])('normalizes %s to %s', (text, tag) => {
  expect(normalizeTag(text)).toBe(tag)
  expect(normalizeTag(tag)).toBe(tag)
})

it('folds case without a locale, and keeps letters that tell words apart', () => {
  for (const written of ['İstanbul', 'ISTANBUL', 'istanbul', 'İSTANBUL', 'i\u0307stanbul', 'I\u0307stanbul'])
    expect(normalizeTag(written)).toBe('istanbul')
  expect(['SINIR', 'sınır', 'sinir'].map(normalizeTag)).toEqual(['sinir', 'sınır', 'sinir'])
  expect(['Straße', 'STRAẞE', 'Strasse'].map(normalizeTag)).toEqual(['straße', 'straße', 'strasse'])
  expect(['ΟΔΟΣ', 'οδος', 'ΟΔΟΣ ΝΕΑ'].map(normalizeTag)).toEqual(['οδος', 'οδος', 'οδος-νεα'])
})

it('separates tags at commas and semicolons of all scripts', () => {
  expect(splitTags('写作、翻译，代码；c#,C++;،.net،r&d\nx')).toEqual([
    ...['写作', '翻译', '代码', 'c#', 'C++', '', '.net', 'r&d', 'x'],
  ])
})

it('recognizes only normalized tags of bounded length', () => {
  expect(['c', 'seo', 'cover-letter', 'c++', '.net', 'r&d', 'x'.repeat(30)].every(isValidTag)).toBe(true)
  expect(['', 'SEO', 'a b', '-a', '+a', 'a.', 'x'.repeat(31)].some(isValidTag)).toBe(false)
})

it('leaves every normalized tag as it is, and every tag of letters, digits and hyphens', () => {
  const part = fc.constantFrom(
    'a',
    'İ',
    'I',
    'ß',
    'Σ',
    '9',
    '+',
    '#',
    '.',
    '&',
    '-',
    ' ',
    '…',
    '\u0301',
    '\u0307',
    '字',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const tag = normalizeTag(text)
        expect(normalizeTag(tag)).toBe(tag)
        expect(tag).not.toMatch(/[%_\\/]/)
      },
    ),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9é字]+(-[a-z0-9é字]+){0,3}$/), (stored) => {
      expect(normalizeTag(stored)).toBe(stored)
    }),
  )
})
