import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { encodeSearchCursor } from '../contract.ts'
import { indexPosts } from './index-query.ts'
import { ENOUGH_MATCHES } from './store.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
afterAll(database.close)

type Result = { id: number; title: string; rank: number; score: number }
const search = async (query: string): Promise<Result[]> =>
  (await app.inject(`/api/search?${query}`)).json<Result[]>()
const titles = async (query: string) => (await search(query)).map(({ title }) => title)

beforeAll(async () => {
  const add = async (title: string, score: number, day: number, description = 'Nothing') => {
    const createdAt = new Date(Date.UTC(2026, 0, day))
    const post = await seedPost(database, { title, score, createdAt, description })
    await indexPosts(sql, [post.id], true)
  }
  await add('Harbour', 1, 3)
  await add('Harbour at night', 9, 1)
  await add('Lights', 5, 2, 'Seen from the harbour')
  await add('Night train', 99, 9)
})

it.each([
  ['q=harbour', ['Harbour', 'Harbour at night', 'Lights']],
  ['q=harbour&sortBy=relevance', ['Harbour', 'Harbour at night', 'Lights']],
  ['q=harbour&sortBy=new', ['Harbour', 'Lights', 'Harbour at night']],
  ['q=harbour&sortBy=top', ['Harbour at night', 'Lights', 'Harbour']],
  ['q=harbour+night&sortBy=top', ['Harbour at night', 'Night train', 'Lights', 'Harbour']],
  ['q=-train&sortBy=new', ['Harbour', 'Lights', 'Harbour at night']],
  ['q=type:text&sortBy=new', ['Night train', 'Harbour', 'Lights', 'Harbour at night']],
])('sorts the results of %s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected)
})

it.each(['harbour', 'harbour+night', '-train', 'type:text'])('pages through %s in each order', async (q) => {
  for (const sortBy of ['relevance', 'new', 'top']) {
    const all = await titles(`q=${q}&sortBy=${sortBy}`)
    const paged: string[] = []
    for (let after = ''; paged.length < all.length; ) {
      const [result] = await search(`q=${q}&sortBy=${sortBy}&limit=1${after && `&after=${after}`}`)
      if (!result) break
      paged.push(result.title)
      after = encodeSearchCursor(result)
    }
    expect(paged, sortBy).toEqual(all)
  }
})

it('rejects other orders', async () => {
  expect((await app.inject('/api/search?q=a&sortBy=hot')).statusCode).toBe(400)
})

it('finds the newest posts even if more match than are ranked', async () => {
  const { by } = await seedPost(database, { title: 'Of somebody' })
  await sql`
    insert into posts (user_id, title, description, prompt, prompt_length, type, seo_slug, score, created_at)
    select ${by.id}, 'Crowd ' || n, '', 'crowd', 5, 'Text', 'crowd-' || n, n, now() - n * interval '1 hour'
    from generate_series(1, ${ENOUGH_MATCHES * 2 + 10}::integer) n`
  await sql`
    insert into post_search select id, v, v from posts, to_tsvector('public.prompt_search', title) v where prompt = 'crowd' order by score desc`
  await sql`insert into hot_post_search select s.* from post_search s join posts p on p.id = s.post_id order by p.score desc limit ${ENOUGH_MATCHES}`
  expect((await titles('q=crowd&sortBy=new')).slice(0, 3)).toEqual(['Crowd 1', 'Crowd 2', 'Crowd 3'])
  expect((await titles('q=crowd&sortBy=top'))[0]).toBe(`Crowd ${ENOUGH_MATCHES * 2 + 10}`)
})
