import { expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { warmUp } from './warm-up.ts'

const requestsOf = async (database: Database) => {
  const app = await buildTestApp(database)
  const urls: string[] = []
  app.addHook('onRequest', async ({ url }) => void urls.push(url))
  await warmUp(app, database, 'https://prompts.example')
  return urls
}

it('requests a page of each kind three times, each time of another post', async () => {
  const database = await createTestDatabase()
  const topic = await seedTopic(database, { name: 'Code Review' })
  const author = await seedUser(database, { username: 'ada' })
  const { id } = await seedPost(database, { by: author, topic, title: '3 über tests' })
  const other = await seedPost(database, { by: await seedUser(database, { username: 'ben' }), title: '42' })
  const [row] = await database.sql<{ slug: string }[]>`select seo_slug as slug from posts where id = ${id}`
  const lists = ['/api/posts', '/', '/new']
  const ofOther = [...lists, '/?q=prompt', '/api/search?q=prompt', `/post/${other.id}`, '/u/ben']
  const searches = ['/?q=%C3%BCber', '/api/search?q=%C3%BCber']
  const ofFirst = [...lists, ...searches, `/t/code-review/${row?.slug}`, '/t/code-review', '/u/ada']
  expect(await requestsOf(database)).toEqual(['/api/posts', ...ofOther, ...ofFirst, ...ofOther])
})

it('requests public collections', async () => {
  const database = await createTestDatabase()
  const by = await seedUser(database, { username: 'ada' })
  await seedPost(database, { by })
  const first = await seedCollection(database, by, 'public')
  await seedCollection(database, by, 'link')
  const second = await seedCollection(database, by, 'public')
  const urls = (await requestsOf(database)).filter((url) => url.startsWith('/c/'))
  expect(urls).toEqual([second, first, second].map((id) => `/c/${id}/best-of`))
})

it('requests no pages of a site without posts', async () => {
  expect(await requestsOf(await createTestDatabase())).toEqual(['/api/posts'])
})

it('requests no pages if the database is unavailable', async () => {
  const database = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/x' })
  onTestFinished(database.close)
  expect(await requestsOf(database)).toEqual(['/api/posts'])
})

it('counts none of its requests in the metrics', async () => {
  const database = await createTestDatabase()
  await seedPost(database)
  const app = await buildTestApp(database)
  await warmUp(app, database, 'https://prompts.example')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('# TYPE http_request_duration_seconds histogram')
  expect(body).not.toContain('http_request_duration_seconds_count')
})
