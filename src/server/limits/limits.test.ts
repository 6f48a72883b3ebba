import { describe, expect, it } from 'vitest'
import { Failure } from '#core/failure.ts'
import { testDatabase } from '#tests/support/database.ts'
import { deleteEndedLimits } from './limits-query.ts'
import { limitedAddress, takeFromAddressLimit, takeFromLimit } from './take-from-limit.ts'

const { sql } = await testDatabase()

const take = (key: string, scale = 1) =>
  takeFromLimit(sql, { key, most: 5, seconds: 60, scale }).then(
    () => 'taken',
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  )

describe('A limit of an address', () => {
  const use = (ip: string) =>
    takeFromAddressLimit(sql, { key: 'network', ip, most: 2, seconds: 60, scale: 1 }).then(
      () => 'taken',
      () => 'refused',
    )

  it('counts an IPv6 network of /48 as well, four times as generously', async () => {
    const homes = Array.from({ length: 10 }, (_, n) => `2001:db8:7:${n}::1`)
    const answers = []
    for (const home of homes) answers.push(await use(home))
    expect(answers).toEqual([...Array<string>(8).fill('taken'), 'refused', 'refused'])
    expect(await use('2001:db8:8::1')).toBe('taken')
  })
})

describe('A limit', () => {
  it('lets exactly as many through as it says, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => take('crowd')))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(5)
    const [refused] = answers.filter((answer) => answer instanceof Failure)
    expect(refused).toMatchObject({ status: 429 })
    expect(refused?.retryAfter).toBeGreaterThan(50)
    expect(refused?.retryAfter).toBeLessThanOrEqual(60)
  })

  it('begins anew after its window, which refused tries do not lengthen', async () => {
    for (let n = 0; n < 8; n += 1) await take('again')
    await sql`update rate_limits set ends_at = ends_at - interval '55 seconds'`
    const answer = await take('again')
    expect(answer instanceof Failure && answer.retryAfter).toBeLessThanOrEqual(5)
    await sql`update rate_limits set ends_at = now() - interval '1 second'`
    expect(await take('again')).toBe('taken')
    await sql`update rate_limits set ends_at = now() - interval '1 second'`
    await take('still running')
    await deleteEndedLimits(sql)
    expect(await sql`select 1 from rate_limits`).toHaveLength(1)
  })

  // Ten seconds from where the words change: a slow machine takes some of them.
  it.each([
    [50, 'a minute'],
    [70, '2 minutes'],
    [3_530, '59 minutes'],
    [3_550, 'an hour'],
    [3_590, 'an hour'],
    [3_610, '2 hours'],
    [7_190, '2 hours'],
  ])('of %i seconds says to come back in %s', async (seconds, words) => {
    const ask = () => takeFromLimit(sql, { key: `words ${seconds}`, most: 1, seconds, scale: 1 })
    await ask()
    await expect(ask()).rejects.toThrow(`That was too often. Please try again in ${words}.`)
  })

  it('is scaled, and off at 0', async () => {
    const doubled = await Promise.all(Array.from({ length: 20 }, () => take('double', 2)))
    expect(doubled.filter((answer) => answer === 'taken')).toHaveLength(10)
    const off = await Promise.all(Array.from({ length: 20 }, () => take('off', 0)))
    expect(off.filter((answer) => answer === 'taken')).toHaveLength(20)
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ])('counts %s as %s: one household is one address', (ip, expected) => {
    expect(limitedAddress(ip)).toBe(expected)
  })
})
