import { expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { defineQueryKey } from './query-key.ts'

const cardsKey = defineQueryKey('cards')

const aCard = (id: number, more = {}) => ({
  id,
  createdAt: new Date(Date.UTC(2026, 0, id)),
  user: { username: 'ada' },
  ...more,
})

/** Returns the data of a query after it has received these results in sequence. */
const dataAfter = (...results: object[]): unknown => {
  const client = createQueryClient()
  for (const result of results) client.setQueryData(cardsKey(), result)
  return client.getQueryData(cardsKey())
}

it('keeps the objects of a response that has not changed, including its dates', () => {
  const first = { pages: [[aCard(1), aCard(2)]] }
  expect(dataAfter(first, { pages: [[aCard(1), aCard(2)]] })).toBe(first)
})

it.each([
  ['another date', aCard(2, { createdAt: new Date(0) })],
  ['a date that is missing now', aCard(2, { createdAt: null })],
  ['a field more', aCard(2, { score: undefined })],
  ['a change further down', aCard(2, { user: { username: 'ben' } })],
])('replaces only the object with %s', (_, changed) => {
  const first = [aCard(1), aCard(2)]
  const data = dataAfter(first, [aCard(1), changed]) as object[]
  expect(data).toStrictEqual([aCard(1), changed])
  expect([data[0] === first[0], data[1] === first[1]]).toEqual([true, false])
})

it('follows a list that becomes shorter or longer', () => {
  const first = [aCard(1), aCard(2)]
  expect(dataAfter(first, [aCard(1)])).toStrictEqual([aCard(1)])
  expect(dataAfter([aCard(1)], first)).toStrictEqual(first)
  expect(dataAfter([], {})).toStrictEqual({})
})
