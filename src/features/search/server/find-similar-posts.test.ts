import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWordCounts, findSimilarPosts, findSimilarTitles } from './find-similar-posts.ts'

type JudgedPost = { id: string; title: string; description: string; prompt: string }
type Judgements = { posts: JudgedPost[]; similar: string[][]; different: string[][] }

const file = new URL('../../../../bench/similar-posts.json', import.meta.url)
const { posts, similar, different } = JSON.parse(readFileSync(file, 'utf8')) as Judgements
const toKey = (pair: readonly (string | undefined)[]) => pair.toSorted().join(' ')
const similarPairs = new Set(similar.map(toKey))

const MIN_PRECISION = 0.9

const { sql, ...database } = await createTestDatabase()
const names = new Map<number, string>()

beforeAll(async () => {
  for (const { id, ...texts } of posts) {
    const post = await seedPost({ sql, ...database }, texts)
    names.set(post.id, id)
  }
})

/** Returns the judged precision and recall of the found pairs. A pair that has not been judged similar is wrong. */
const judge = async (find: (id: number, title: string) => Promise<{ id: number }[]>) => {
  const found = new Set<string>()
  for (const [id, name] of names) {
    const title = posts.find((post) => post.id === name)?.title ?? ''
    for (const other of await find(id, title))
      if (other.id !== id) found.add(toKey([name, names.get(other.id)]))
  }
  const right = [...found].filter((pair) => similarPairs.has(pair))
  return {
    wrong: [...found].filter((pair) => !similarPairs.has(pair)),
    missed: [...similarPairs].filter((pair) => !found.has(pair)),
    precision: right.length / found.size,
    recall: right.length / similarPairs.size,
  }
}

it('judges a hundred pairs', () => {
  expect(new Set([...similarPairs, ...different.map(toKey)]).size).toBeGreaterThanOrEqual(100)
})

it('finds similar posts by their words, and hardly any that are not similar', async () => {
  const counts = createWordCounts()
  const result = await judge((id) => findSimilarPosts(sql, id, counts))
  expect(result.precision, JSON.stringify(result)).toBeGreaterThanOrEqual(MIN_PRECISION)
  expect(result.recall, JSON.stringify(result)).toBeGreaterThanOrEqual(0.7)
})

it('finds similar titles, and hardly any that are not similar', async () => {
  const result = await judge((_, title) => findSimilarTitles(sql, title))
  expect(result.precision, JSON.stringify(result)).toBeGreaterThanOrEqual(MIN_PRECISION)
  expect(result.recall, JSON.stringify(result)).toBeGreaterThanOrEqual(0.3)
})
