import { beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from './database.ts'
import { type ValueKind, WriteHistory } from './write-history.ts'

const { sql } = await createTestDatabase()
const stored = new Map<string, string>()
const kind: ValueKind = {
  name: 'vote',
  read: async (_sql, keys) =>
    keys.flatMap((key) => {
      const value = stored.get(key)
      return value === undefined ? [] : [{ key, value }]
    }),
}

let history: WriteHistory
beforeEach(() => {
  stored.clear()
  history = new WriteHistory()
})

const write = (key: string, value: string | null) =>
  history.acknowledge(history.begin(history.cell(kind, key), value))

it('reports an acknowledged write that is absent, changed or outdated', async () => {
  for (const key of ['a', 'b', 'c', 'd']) write(key, '1')
  write('d', '2')
  stored.set('a', '1').set('c', 'other').set('d', '1')
  expect(await history.listLost(sql)).toEqual([
    'vote b is null instead of 1',
    'vote c is other instead of 1',
    'vote d is 1 instead of 2',
  ])
})

it('reports a deletion that was acknowledged and undone', async () => {
  write('a', '1')
  write('a', null)
  stored.set('a', '1')
  expect(await history.listLost(sql)).toEqual(['vote a is 1 instead of null'])
})

it('accepts a write that was not acknowledged, whether it is stored or not', async () => {
  write('a', '1')
  history.begin(history.cell(kind, 'a'), '2')
  history.begin(history.cell(kind, 'b'), '2')
  stored.set('a', '1')
  expect(await history.listLost(sql)).toEqual([])
  stored.set('a', '2').set('b', '2')
  expect(await history.listLost(sql)).toEqual([])
  stored.set('b', '2 and 2')
  expect(await history.listLost(sql)).toEqual(['vote b is 2 and 2 instead of null or 2'])
})

it('accepts what was written after the first writes, but nothing older than these', async () => {
  for (const value of ['1', '2', '3']) write('a', value)
  const lostIf = async (value: string) => {
    stored.set('a', value)
    return history.listLost(sql, 2)
  }
  expect([await lostIf('2'), await lostIf('3')]).toEqual([[], []])
  expect(await lostIf('1')).toEqual(['vote a is 1 instead of 2 or 3'])
})

it('accepts for ten seconds that a request whose response was lost comes late', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const cell = history.cell(kind, 'a')
  const late = history.begin(cell, '1')
  history.fail(late)
  history.acknowledge(late)
  vi.advanceTimersByTime(9_000)
  write('a', '2')
  stored.set('a', '1')
  expect(await history.listLost(sql)).toEqual([])
  vi.advanceTimersByTime(2_000)
  write('a', '3')
  expect(await history.listLost(sql)).toEqual(['vote a is 1 instead of 3'])
  vi.useRealTimers()
})
