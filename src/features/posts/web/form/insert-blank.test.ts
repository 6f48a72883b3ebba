import { expect, it } from 'vitest'
import { createBlankInsertion } from './insert-blank.ts'

const insert = (before: string, start: number, end = start) => {
  const { range, text, name } = createBlankInsertion(before, { start, end })
  const prompt = before.slice(0, range.start) + text + before.slice(range.end)
  return [prompt, prompt.slice(name.start, name.end)]
}

it('inserts a blank at the cursor and selects its name', () => {
  expect(insert('Hello !', 6)).toEqual(['Hello ${name}!', 'name'])
  expect(insert('', 0)).toEqual(['${name}', 'name'])
})

it('makes the selected text the default of the blank', () => {
  expect(insert('Hello Ada!', 6, 9)).toEqual(['Hello ${name:Ada}!', 'name'])
})

it('keeps selected text that cannot be a default, and inserts the blank after it', () => {
  expect(insert('a\nb', 0, 3)).toEqual(['a\nb ${name}', 'name'])
  expect(insert('${x} ', 0, 4)).toEqual(['${x} ${name} ', 'name'])
  expect(insert('a  b', 1, 3)).toEqual(['a  ${name} b', 'name'])
})

it.each([
  ['Something unusual.|', 'Something unusual. ${name}'],
  ['for|', 'for ${name}'],
  ['for |work', 'for ${name} work'],
  ['für|Anfänger', 'für ${name} Anfänger'],
  ['(|)', '(${name})'],
  ['“|”', '“${name}”'],
  ['Tone: |, short', 'Tone: ${name}, short'],
  ['a|${x}', 'a ${name} ${x}'],
  ['line\n|', 'line\n${name}'],
  ['写|文章', '写${name}文章'],
  ['スタイルは|です', 'スタイルは${name}です'],
  ['เขียน|บทความ', 'เขียน${name}บทความ'],
  ['ຂຽນ|ບົດ', 'ຂຽນ${name}ບົດ'],
  ['សរសេរ|អត្ថបទ', 'សរសេរ${name}អត្ថបទ'],
  ['ရေး|ဆောင်းပါး', 'ရေး${name}ဆောင်းပါး'],
  ['글을|쓰기', '글을 ${name} 쓰기'],
])('keeps the blank apart from words: %s', (before, after) => {
  expect(insert(before.replace('|', ''), before.indexOf('|'))).toEqual([after, 'name'])
})
