import { beforeEach, describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

let member: { cookie: string }
beforeEach(async () => {
  await deleteRows(database.sql, 'posts', 'topics')
  member = await seedSession(database, await seedUser(database))
})

const openPage = async (url: string) => {
  statements.length = 0
  const { statusCode, body } = await app.inject({ url, headers: member })
  expect(statusCode).toBe(200)
  const cards = [...body.matchAll(/aria-posinset="\d+".*?<h2[^>]*>.*?<\/h2>/gs)].map(([card]) =>
    card.replace(/^.*<h2/s, '<h2').replace(/<[^>]+>/g, ''),
  )
  const [, period] = /<summary[^>]*><span>(Today|This \w+|All time)<\/span>/.exec(body) ?? []
  return { cards, period, statementCount: statements.length, body }
}

describe('A page of the best posts', () => {
  it('shows what exists if the period of the setting holds few posts', async () => {
    const topic = await seedTopic(database)
    await seedPost(database, { topic, title: 'Best', score: 5, tags: ['bread'], createdAt: daysAgo(90) })
    await seedPost(database, { topic, title: 'Good', score: 2, tags: ['bread'], createdAt: daysAgo(500) })
    await seedPost(database, { topic, title: 'Fair', score: 1, tags: ['bread'], createdAt: daysAgo(1) })
    for (const url of [
      '/',
      paths.popular,
      `${paths.topic(topic.name)}?sortBy=top`,
      `${paths.tag('bread')}?sortBy=top`,
    ]) {
      const { cards, period } = await openPage(url)
      expect([url, cards, period]).toEqual([url, ['Best', 'Good', 'Fair'], 'All time'])
    }
  })

  it('keeps the period that the reader has chosen, and offers the next longer one if it is empty', async () => {
    const topic = await seedTopic(database)
    await seedPost(database, { topic, type: 'Image', title: 'Best', createdAt: daysAgo(90) })
    await database.sql`update topics set post_count = 1`
    for (const path of ['/?', `${paths.popular}?`, `${paths.topic(topic.name)}?sortBy=top&`])
      for (const view of ['', '&view=gallery']) {
        const { cards, period, body } = await openPage(`${path}window=month${view}`)
        expect([cards, period]).toEqual([[], 'This month'])
        expect(body).toContain('No posts found.')
        expect(body).toContain('Show the past year')
      }
  })

  it('orders posts by score and time alone, whether they have pictures or not', async () => {
    const exampleFiles = [`/media/${'a'.repeat(64)}-8x8.webp`]
    await seedPost(database, { title: 'Poster', score: 5, createdAt: daysAgo(3), exampleFiles })
    await seedPost(database, { title: 'Third', score: 5, createdAt: daysAgo(2) })
    await seedPost(database, { title: 'Second', score: 5, createdAt: daysAgo(1) })
    await seedPost(database, { title: 'First', score: 6, createdAt: daysAgo(4) })
    for (const url of ['/', paths.popular])
      expect((await openPage(url)).cards).toEqual(['First', 'Second', 'Third', 'Poster'])
  })

  it('needs one statement for its default period and none for a chosen one, however many posts there are', async () => {
    const topic = await seedTopic(database)
    const top = `${paths.topic(topic.name)}?sortBy=top`
    const few = [await openPage('/'), await openPage(top)]
    const by = await seedUser(database)
    for (let index = 0; index < 25; index++)
      await seedPost(database, { by, topic, title: `Post ${index}`, createdAt: daysAgo(1) })
    const many = [await openPage('/'), await openPage(top)]
    expect(many.map(({ period }) => period)).toEqual(['This month', 'This month'])
    const counts = (pages: typeof many) => pages.map(({ statementCount }) => statementCount)
    expect(counts(many)[0]).toBe(counts(few)[0])
    const chosen = [await openPage('/?window=month'), await openPage(`${top}&window=month`)]
    expect(counts(chosen)[0]).toBe((counts(many)[0] ?? 0) - 1)
    expect(counts(chosen)[1]).toBe((counts(many)[1] ?? 0) - 2)
  })
})
