import { expect, test } from 'vitest'
import {
  filterOptions,
  findTypedOption,
  isSelectionLimitReached,
  NO_SELECTION,
  toggleOption,
} from './picker-options.ts'

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
])('filtering by %j leaves %i options', (typed, count) =>
  expect(filterOptions(options, typed)).toHaveLength(count),
)

test.each([
  ['cafe & kuche', 'c'],
  ['  ', undefined],
  ['diffusion', undefined],
  ['kuche', 'c'],
  ['nothing like it', undefined],
])('typing %j means the option %j', (typed, value) => {
  const some = [
    { value: 'a', label: 'Stable Diffusion' },
    { value: 'b', label: 'Stable Diffusion XL' },
    { value: 'c', label: 'Café & Küche' },
  ]
  expect(findTypedOption(some, typed)?.value).toBe(value)
  expect(findTypedOption(some, 'stable diffusion')?.value).toBe('a')
})

test('searches notes as well', () => {
  const models = [{ value: 'claude', label: 'Claude', note: 'Anthropic' }, ...options]
  expect(filterOptions(models, 'anthropic').map(({ value }) => value)).toEqual(['claude'])
})

test('adds a fifth option but not a sixth, and removes a selected one', () => {
  const four = ['a', 'b', 'c', 'd']
  const five = toggleOption(four, 'e', 5)
  expect(five).toEqual([...four, 'e'])
  expect(isSelectionLimitReached(five, 'f', 5)).toBe(true)
  expect(toggleOption(five, 'f', 5)).toBe(five)
  expect(isSelectionLimitReached(five, 'a', 5)).toBe(false)
  expect(toggleOption(five, 'a', 5)).toEqual(['b', 'c', 'd', 'e'])
})

test('replaces the selection if only one option is allowed, and clears it with the none option', () => {
  expect(toggleOption(['a'], 'b', 1)).toEqual(['b'])
  expect(toggleOption(['a', 'b', 'c'], 'd', 1)).toEqual(['d'])
  expect(toggleOption(['a', 'b'], NO_SELECTION, 5)).toEqual([])
  expect(isSelectionLimitReached(['a', 'b', 'c', 'd', 'e'], NO_SELECTION, 5)).toBe(false)
})
