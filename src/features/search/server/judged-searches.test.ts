import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

type JudgedPost = { id: string; title: string; description: string; prompt: string }
type Judgement = { query: string; accepted: string[] }

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../bench/${name}`, import.meta.url), 'utf8'))
const { posts } = readJson('similar-posts.json') as { posts: JudgedPost[] }
const judgements = readJson('search-first-hits.json') as Judgement[]

const database = await createTestDatabase()
const names = new Map<number, string>()

beforeAll(async () => {
  for (const { id, ...texts } of posts) names.set((await seedPost(database, texts)).id, id)
})

it.each([
  ['a visitor', null],
  ['a member', buildViewer({ id: 0 })],
])('shows %s a right post first for at least 85 % of the judged queries', async (_, viewer) => {
  const wrong: string[] = []
  for (const { query, accepted } of judgements) {
    const request = { q: query, limit: 3, offset: 0, ...noPostFilters }
    const found = await searchWithSpellingCorrection(database.sql, viewer, request)
    const ids = found.map(({ id }) => names.get(id) ?? '')
    if (!accepted.includes(ids[0] ?? '')) wrong.push(`${query}: ${ids.join(', ')}`)
  }
  expect(wrong.length / judgements.length, wrong.join('\n')).toBeLessThanOrEqual(0.15)
})
