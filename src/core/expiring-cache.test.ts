import { expect, it } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

it('forgets expired entries that nobody asks for', () => {
  let now = 1_000
  const cache = new ExpiringCache<object>({
    maxSize: 1_000,
    sizeCalculation: () => 1,
    ttlResolution: 0,
    perf: { now: () => now },
  })
  for (let n = 0; n < 50; n += 1) cache.set(`page ${n}`, {}, { ttl: 5_000 })
  cache.set('lasting', {}, { ttl: 60_000 })
  now += 11_000
  expect(cache.size).toBe(51)
  cache.set('new', {}, { ttl: 5_000 })
  // `keys` leaves out expired entries, but `size` counts them.
  expect(cache.size).toBe(2)
  expect([...cache.keys()].sort()).toEqual(['lasting', 'new'])
})
