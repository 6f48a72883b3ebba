import { expect, test } from 'vitest'
import { isBarred, matching, NONE, picked } from './pick.ts'

const options = ['Café & Küche', 'GPT-4 (for coding)', 'Stable Video Diffusion'].map((label) => ({
  value: label,
  label,
}))

test.each([
  ['', 3],
  ['cafe kuche', 1],
  ['diffusion STABLE', 1],
  ['(for', 1],
  ['nothing like it', 0],
])('%j leaves %i', (typed, count) => expect(matching(options, typed)).toHaveLength(count))

test('a note is searched too', () => {
  const models = [{ value: 'claude', label: 'Claude', note: 'Anthropic' }, ...options]
  expect(matching(models, 'anthropic').map(({ value }) => value)).toEqual(['claude'])
})

test('a sixth is not added, a fifth is, and one that is there goes', () => {
  const four = ['a', 'b', 'c', 'd']
  const five = picked(four, 'e', 5)
  expect(five).toEqual([...four, 'e'])
  expect(isBarred(five, 'f', 5)).toBe(true)
  expect(picked(five, 'f', 5)).toBe(five)
  expect(isBarred(five, 'a', 5)).toBe(false)
  expect(picked(five, 'a', 5)).toEqual(['b', 'c', 'd', 'e'])
})

test('with one place a choice takes the place of the one before, and none clears', () => {
  expect(picked(['a'], 'b', 1)).toEqual(['b'])
  expect(picked(['a', 'b', 'c'], 'd', 1)).toEqual(['d'])
  expect(picked(['a', 'b'], NONE, 5)).toEqual([])
  expect(isBarred(['a', 'b', 'c', 'd', 'e'], NONE, 5)).toBe(false)
})
