import { expect, it } from 'vitest'
import { getSearchWordsFromPath } from './search-words-from-path.ts'

it.each([
  ['/promtp-engineering', 'promtp engineering'],
  ['/t/softwre_development', 'softwre development'],
  ['/t/writing/some-old-title', 'some old title'],
  ['/t/writing/some-old-title/comment/12', 'some old title'],
  ['/u/Mira.Stone', 'Mira Stone'],
  ['/t/%E5%86%99%E4%BD%9C', '写作'],
  ['/a%ZZ', 'a ZZ'],
  [`/${'a'.repeat(300)}`, 'a'.repeat(60)],
  ['/post/123', ''],
  ['/', ''],
  ['/private/qX3kfjw9s8dkfLs', ''],
  ['/private/qX3kfjw9s8dkfLs/comment/7', ''],
  ['/settings/password', ''],
])('reads %s as “%s”', (path, words) => {
  expect(getSearchWordsFromPath(path)).toBe(words)
})
