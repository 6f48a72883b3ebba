import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(
  database,
  {},
  createRenderer(
    { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
    { scripts: [], styles: [], preloads: [] },
  ),
)

const topic = await seedTopic(database, { name: 'Baking' })
const picture = { exampleFiles: [`/media/${'a'.repeat(64)}-1200x900.webp`] }
const shared = { topic, tags: ['bread'], prompt: 'The secret of this prompt begins here' }
await seedPost(database, { ...shared, ...picture, type: 'Image', title: 'A loaf', models: ['midjourney'] })
await seedPost(database, { ...shared, ...picture, type: 'Video', title: 'A film of an oven' })
await seedPost(database, { ...shared, ...picture, type: 'Text', title: 'A recipe with a picture' })
await seedPost(database, {
  ...picture,
  type: 'Image',
  tags: ['bread'],
  title: 'A hidden loaf',
  isPrivate: true,
})
const member = await seedUser(database)
await database.sql`insert into user_topic_follows (topic_id, user_id) values (${topic.id}, ${member.id})`
const session = await seedSession(database, member)

const open = async (url: string, headers = {}) => {
  const { statusCode, body } = await app.inject({ url, headers })
  expect([url, statusCode]).toEqual([url, 200])
  const titles = [...body.matchAll(/aria-posinset="\d+".*?<h2[^>]*>.*?<\/h2>/gs)].map(([card]) =>
    card.replace(/^.*<h2/s, '<h2').replace(/<[^>]+>/g, ''),
  )
  return { body, titles: titles.toSorted() }
}

const withParameters = (path: string, parameters: string) =>
  path + (path.includes('?') ? '&' : '?') + parameters

describe.each([
  ['home', paths.home],
  ['popular', paths.popular],
  ['new', paths.newest],
  ['tag', paths.tag('bread')],
])('The list of the page %s', (_, path) => {
  it('offers a gallery once only pictures and videos are chosen', async () => {
    for (const types of ['Image', 'Video', 'Image%2CVideo']) {
      const { body } = await open(withParameters(path, `types=${types}`))
      expect(body).toContain(`href="${path}?types=${types}&amp;view=gallery"`)
    }
    for (const types of ['', 'Text', 'Text%2CImage', 'Audio'])
      expect((await open(withParameters(path, `types=${types}`))).body).not.toContain('view=gallery')
  })

  it('shows its pictures and videos as a gallery, without their prompts', async () => {
    const all = await open(withParameters(path, 'view=gallery'))
    expect(all.titles).toEqual(['A film of an oven', 'A loaf'])
    expect(all.body).toContain('gallery-grid')
    expect(all.body).toContain(`href="${path}"`)
    const images = await open(withParameters(path, 'types=Text,Image&models=claude&view=gallery'))
    expect(images.titles).toEqual(['A loaf'])
    for (const { body } of [all, images]) expect(body).not.toContain('Copy prompt')
  })

  it('leads from an empty gallery to the list', async () => {
    const { titles, body } = await open(withParameters(path, 'view=gallery&types=Video&models=pika'))
    expect(titles).toEqual([])
    expect(body).toContain('Show the list')
    expect(body).toContain(`href="${path}?types=Video&amp;models=pika"`)
  })

  it('ignores a view that does not exist', async () => {
    const { body, titles } = await open(withParameters(path, 'view=mosaic'))
    expect(body).not.toContain('gallery-grid')
    expect(titles).toHaveLength(3)
  })
})

it('The posts that a member follows can be a gallery', async () => {
  const { titles, body } = await open('/?feed=following&view=gallery', session)
  expect(titles).toEqual(['A film of an oven', 'A loaf'])
  expect(body).toContain('href="/?feed=following"')
})

it('The results of a search are a list, whatever the view', async () => {
  const { body, titles } = await open('/?q=loaf&view=gallery')
  expect(body).not.toContain('gallery-grid')
  expect(titles).toEqual(['A loaf'])
})
