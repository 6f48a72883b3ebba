import { expect, it } from 'vitest'
import { textSchema } from './text-schema.ts'

const optional = textSchema(3, { tooLong: 'Too long' })
const required = textSchema(3, { required: 'Missing', tooLong: 'Too long' })

const outcome = (schema: typeof optional, value: unknown) => {
  const { data, error } = schema.safeParse(value)
  return error?.issues[0]?.message ?? data
}

it.each([
  ['abc', 'abc'],
  [' a\0b ', 'ab'],
  ['🦊🦊🦊', '🦊🦊🦊'],
  ['abcd', 'Too long'],
  [`abc${' '.repeat(1_003)}`, 'abc'],
  [`abc${' '.repeat(1_004)}`, 'Too long'],
])('limits the characters that are stored: %j', (text, result) => {
  expect(outcome(optional, text)).toBe(result)
  expect(outcome(required, text)).toBe(result)
})

it.each(['', '  ', '\u200b'])('lets only an optional text be empty: %j', (text) => {
  expect(outcome(optional, text)).toBe('')
  expect(outcome(required, text)).toBe('Missing')
})

it('asks for a required text that is no text', () => {
  expect(outcome(required, undefined)).toBe('Missing')
  expect(outcome(required, 5)).toBe('Missing')
})
