import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

const DATE = '2026-01-02T03:04:05.678Z'

it.each([
  ['a field', { createdAt: DATE }, { createdAt: new Date(DATE) }],
  ['a list', [{ createdAt: DATE }], [{ createdAt: new Date(DATE) }]],
  ['a nested field', { post: { createdAt: DATE } }, { post: { createdAt: new Date(DATE) } }],
  ['a nested list', { posts: [[{ editedAt: DATE }]] }, { posts: [[{ editedAt: new Date(DATE) }]] }],
])('turns the dates of %s into dates', (_, value, parsed) => {
  expect(parseJson(JSON.stringify(value))).toEqual(parsed)
})

it.each([
  ['a date under another key', { title: DATE, at: DATE, Atlas: DATE }],
  ['a date in a list of texts', { editedAt: [DATE] }],
  ['null', { editedAt: null, user: null }],
  ['a number', { editedAt: 5 }],
  ['a text', DATE],
  ['nothing', null],
])('leaves %s as it is', (_, value) => {
  expect(parseJson(JSON.stringify(value))).toEqual(value)
})
