import { describe, expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { consumeAddressRateLimit, consumeRateLimit } from './rate-limit.ts'
import { deleteExpiredRateLimits } from './rate-limits-query.ts'

const { sql } = await createTestDatabase()

const consume = (key: string, scale = 1) =>
  consumeRateLimit(sql, { key, max: 5, windowSeconds: 60, scale }).then(
    () => 'taken',
    (error: unknown) => (error instanceof HttpError ? error : Promise.reject(error)),
  )

describe('consumeAddressRateLimit', () => {
  const use = (ip: string) =>
    consumeAddressRateLimit(sql, { key: 'network', ip, max: 2, windowSeconds: 60, scale: 1 }).then(
      () => 'taken',
      () => 'refused',
    )

  it('also limits an IPv6 /48 network, at four times the limit of an address', async () => {
    const addresses = Array.from({ length: 10 }, (_, n) => `2001:db8:7:${n}::1`)
    const results = []
    for (const address of addresses) results.push(await use(address))
    expect(results).toEqual([...Array<string>(8).fill('taken'), 'refused', 'refused'])
    expect(await use('2001:db8:8::1')).toBe('taken')
  })
})

describe('consumeRateLimit', () => {
  it('lets exactly the maximum through under concurrency', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, () => consume('crowd')))
    expect(results.filter((result) => result === 'taken')).toHaveLength(5)
    const [refused] = results.filter((result) => result instanceof HttpError)
    expect(refused).toMatchObject({ status: 429 })
    expect(refused?.retryAfter).toBeGreaterThan(50)
    expect(refused?.retryAfter).toBeLessThanOrEqual(60)
  })

  it('resets after its window, which rejected attempts do not extend', async () => {
    for (let n = 0; n < 8; n += 1) await consume('again')
    await sql`update rate_limits set ends_at = ends_at - interval '30 seconds'`
    const result = await consume('again')
    expect(result instanceof HttpError && result.retryAfter).toBeLessThanOrEqual(30)
    await sql`update rate_limits set ends_at = now() - interval '1 second'`
    expect(await consume('again')).toBe('taken')
    await sql`update rate_limits set ends_at = now() - interval '1 second'`
    await consume('still running')
    await deleteExpiredRateLimits(sql, 1_000)
    expect(await sql`select 1 from rate_limits`).toHaveLength(1)
  })

  // The values are at least ten seconds away from the points where the wording changes, because on a slow machine some
  // of that time passes before the message is formatted.
  it.each([
    [50, '1 minute'],
    [70, '2 minutes'],
    [3_530, '59 minutes'],
    [3_550, '1 hour'],
    [3_590, '1 hour'],
    [3_610, '2 hours'],
    [7_190, '2 hours'],
  ])('reports a window of %i seconds as "%s"', async (seconds, duration) => {
    const attempt = () =>
      consumeRateLimit(sql, { key: `words ${seconds}`, max: 1, windowSeconds: seconds, scale: 1 })
    await attempt()
    await expect(attempt()).rejects.toThrow(`Too many requests. Try again in ${duration}.`)
  })

  it('scales the limit, and disables it at 0', async () => {
    const doubled = await Promise.all(Array.from({ length: 20 }, () => consume('double', 2)))
    expect(doubled.filter((result) => result === 'taken')).toHaveLength(10)
    const off = await Promise.all(Array.from({ length: 20 }, () => consume('off', 0)))
    expect(off.filter((result) => result === 'taken')).toHaveLength(20)
  })
})
