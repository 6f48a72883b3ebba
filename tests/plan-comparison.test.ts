import { expect, it } from 'vitest'
import { comparePlans, type StatementPlan } from '../bench/plans.ts'

const buildPlan = (change: Partial<StatementPlan> = {}): StatementPlan => ({
  text: 'select id from posts',
  calls: 100,
  isCached: true,
  planningMs: 0.001,
  executionMs: 0.1,
  steps: ['Index Scan using posts_pkey on public.posts'],
  readInFull: [],
  ...change,
})

const compare = (small: StatementPlan[], large: StatementPlan[]) =>
  comparePlans([10_000, small], [1_000_000, large])

it('accepts a statement whose plan is kept and reads an index with both sizes', () => {
  const { faults, report } = compare([buildPlan()], [buildPlan({ executionMs: 1 })])
  expect(faults).toEqual([])
  expect(report).toContain('| 1. select posts | 100 | 0.001 + 0.100 | 0.001 + 1.000 | same |')
})

it.each<[fault: string, small: Partial<StatementPlan>, large: Partial<StatementPlan>]>([
  ['is planned longer than it runs', { planningMs: 0.2 }, {}],
  ['is planned anew each time with the large size', {}, { isCached: false }],
  ['reads posts in full with the large size', {}, { readInFull: ['posts'] }],
])('reports a statement that %s', (fault, small, large) => {
  expect(compare([buildPlan(small)], [buildPlan(large)]).faults).toEqual([`select id from posts\n${fault}`])
})

it('compares the most frequent statements only', () => {
  const frequent = Array.from({ length: 20 }, (_, index) => buildPlan({ text: `select ${index} from posts` }))
  const rare = buildPlan({ calls: 1 })
  expect(
    compare([rare, ...frequent], [buildPlan({ calls: 1, isCached: false }), ...frequent]).faults,
  ).toEqual([])
})

it('shows the plans of both sizes if they differ', () => {
  const { report } = compare([buildPlan()], [buildPlan({ steps: ['Seq Scan on public.posts'] })])
  expect(report).toContain('With 1,000,000 posts:\n\n```\nSeq Scan on public.posts\n```')
})
