import { describe, expect, it } from 'vitest'
import { createVisitorBudget } from './visitor-budget.ts'

const NOW = 1_000_000

describe('The budget of visitors', () => {
  it('is that of a minute for a network and for a user agent, and is refilled continuously', () => {
    const budget = createVisitorBudget({ perNetwork: 3, perUserAgent: 4 })
    const from = (network: string, now = NOW, userAgent: string | null = null) =>
      budget.take({ network, userAgent }, now)?.kind ?? null
    expect([1, 2, 3, 4].map(() => from('192.0.2.0/24'))).toEqual([null, null, null, 'network'])
    expect(from('198.51.100.0/24')).toBeNull()
    expect(from('192.0.2.0/24', NOW + 19_000)).toBe('network')
    expect([from('192.0.2.0/24', NOW + 20_000), from('192.0.2.0/24', NOW + 20_000)]).toEqual([
      null,
      'network',
    ])
    expect([1, 2, 3, 4].map(() => from('192.0.2.0/24', NOW + 200_000))).toEqual([null, null, null, 'network'])
    const networks = ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24', '10.0.3.0/24', '10.0.4.0/24']
    expect(networks.map((network) => from(network, NOW, 'examplebot'))).toEqual([
      null,
      null,
      null,
      null,
      'userAgent',
    ])
    expect(from('10.0.4.0/24', NOW, 'otherbot')).toBeNull()
    expect(from('10.0.4.0/24', NOW, 'examplebot')).toBe('userAgent')
    expect(from('10.0.5.0/24', NOW + 15_000, 'examplebot')).toBeNull()
  })

  it('takes nothing from one budget while the other is used up', () => {
    const budget = createVisitorBudget({ perNetwork: 1, perUserAgent: 2 })
    const take = (network: string) => budget.take({ network, userAgent: 'examplebot' }, NOW)?.kind ?? null
    expect([take('a'), take('a'), take('a'), take('b'), take('c')]).toEqual([
      null,
      'network',
      'network',
      null,
      'userAgent',
    ])
  })

  it('is unlimited if the limit is 0', () => {
    const budget = createVisitorBudget({ perNetwork: 0, perUserAgent: 0 })
    for (let n = 0; n < 10_000; n += 1)
      expect(budget.take({ network: 'a', userAgent: 'examplebot' }, NOW)).toBeNull()
    expect(budget.size()).toEqual({ networks: 0, userAgents: 0 })
  })

  it('says once in a minute that it is used up', () => {
    const budget = createVisitorBudget({ perNetwork: 1, perUserAgent: 0 })
    const take = (now: number) => budget.take({ network: 'a', userAgent: null }, now)?.isNew
    expect([take(NOW), take(NOW), take(NOW + 1), take(NOW + 59_000)]).toEqual([undefined, true, false, false])
    expect([take(NOW + 60_000), take(NOW + 60_000)]).toEqual([undefined, true])
  })

  it('remembers 10,000 networks and 1,000 user agents, however many there are', () => {
    const budget = createVisitorBudget({ perNetwork: 1, perUserAgent: 1 })
    for (let n = 0; n < 30_000; n += 1) budget.take({ network: `${n}`, userAgent: `bot-${n}` }, NOW)
    expect(budget.size()).toEqual({ networks: 10_000, userAgents: 1_000 })
    expect(budget.take({ network: '29999', userAgent: null }, NOW)?.kind).toBe('network')
  })
})
