import { expect, it } from 'vitest'
import { type MemorySample, measureMemoryGrowth } from '../bench/growth.ts'
import { listFaults } from '../bench/mixed-load.ts'

const samplesOf = (heapAt: (minute: number) => number): MemorySample[] =>
  Array.from({ length: 60 }, (_, minute) => ({ minute, residentMb: 0, heapMb: heapAt(minute) }))
const heapGrowth = (heapAt: (minute: number) => number) =>
  measureMemoryGrowth(samplesOf(heapAt), ({ heapMb }) => heapMb)

it('finds a heap that grows by a megabyte a minute', () => {
  const { perHour, hasGrown } = heapGrowth((minute) => 100 + minute)
  expect(perHour).toBeCloseTo(60)
  expect(hasGrown).toBe(true)
})

it('does not count caches that fill up during the first half, or noise', () => {
  expect(heapGrowth((minute) => Math.min(100 + minute, 120)).hasGrown).toBe(false)
  expect(heapGrowth((minute) => 100 + (minute % 2) * 10).hasGrown).toBe(false)
})

it('says nothing about fewer than two samples', () => {
  expect(measureMemoryGrowth([], ({ heapMb }) => heapMb).hasGrown).toBe(false)
  expect(measureMemoryGrowth(samplesOf(() => 1).slice(0, 1), ({ heapMb }) => heapMb).hasGrown).toBe(false)
})

it('counts as a fault what has grown, and what failed for another reason than that the server was busy', () => {
  const growing = samplesOf((minute) => 100 + minute)
  expect(listFaults(growing, { failures: new Map([['503 /post', 9]]) })).toEqual([
    'The heap after a collection has grown.',
  ])
  expect(
    listFaults(
      samplesOf(() => 100),
      { failures: new Map([['500 /post', 2]]) },
    ),
  ).toEqual(['Requests failed: 2 × 500 /post'])
})
