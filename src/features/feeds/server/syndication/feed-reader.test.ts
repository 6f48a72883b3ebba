import { parseRssFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const site = 'http://localhost:3000'
const renderer = createRenderer(
  { name: 'Prompts', url: site, version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)
const topic = await seedTopic(database, { name: 'R&D <写作>' })
const by = await seedUser(database)
const createdAt = new Date('2026-11-01T10:00:00Z')
const post = await seedPost(database, { by, topic, title: 'A < B & C', tags: ['c++'], createdAt })
const comment = await seedComment(database, { on: post, by })

const feeds = [
  paths.newFeed,
  paths.popularFeed(),
  paths.popularFeed('all'),
  paths.topicFeed(topic.name),
  paths.topicFeed(topic.name, 'year'),
  paths.tagFeed('c++'),
  paths.tagFeed('c++', 'all'),
]

it.each(feeds)('%s is read by a feed reader', async (path) => {
  const { body, statusCode } = await app.inject(path)
  expect(statusCode).toBe(200)
  const feed = parseRssFeed(body)
  expect(feed.title).toBeTruthy()
  expect(feed.description).toBeTruthy()
  expect(new URL(feed.link ?? '').origin).toBe(site)
  expect(feed.atom?.links).toEqual([{ href: site + path, rel: 'self', type: 'application/rss+xml' }])
  expect(feed.items).toHaveLength(1)
  const [item] = feed.items ?? []
  expect(item).toMatchObject({
    title: 'A < B & C',
    guid: { value: `${site}/post/${post.id}`, isPermaLink: false },
    dc: { creators: [by.username] },
  })
  expect(new Date(item?.pubDate ?? '')).toEqual(createdAt)
  expect(item?.categories?.map(({ name }) => name)).toEqual(['Text', topic.name])
  const page = await app.inject(new URL(item?.link ?? '').pathname)
  expect(page.statusCode).toBe(200)
})

it('every URL in the sitemaps is encoded, and leads to a page', async () => {
  const urlsIn = async (path: string) => {
    const { body } = await app.inject(path)
    return [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  }
  const parts = await urlsIn(paths.sitemap)
  expect(parts.length).toBeGreaterThan(1)
  const urls = (await Promise.all(parts.map((part) => urlsIn(new URL(part).pathname)))).flat()
  expect(urls).toContain(site + paths.topic(topic.name))
  for (const url of urls) {
    expect(new URL(url).href.replace(/\/$/, '')).toBe(url.replace(/\/$/, ''))
    const { statusCode } = await app.inject(url.slice(site.length) || '/')
    expect([url, statusCode]).toEqual([url, 200])
  }
})

/** Lists the objects in structured data, at any depth. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (value === null || typeof value !== 'object') return []
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>]
  return [...own, ...Object.values(value).flatMap(objectsIn)]
}

it.each([
  '/',
  paths.popular,
  paths.topic(topic.name),
  paths.tag('c++'),
  paths.post({ ...post, isPrivate: false, topic }),
  paths.comment({ ...post, isPrivate: false, topic }, comment.id),
  paths.profile(by.username),
])('the structured data of %s has types, absolute URLs and ISO dates', async (path) => {
  const { body } = await app.inject(path)
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const data = scripts.map(([, json = '']) => JSON.parse(json))
  for (const one of data) expect(one['@context']).toBe('https://schema.org')
  for (const object of data.flatMap(objectsIn)) {
    // A reference to another object has an id alone.
    if (!('@id' in object)) expect(object['@type'], JSON.stringify(object)).toBeTruthy()
    for (const [name, value] of Object.entries(object)) {
      if (typeof value !== 'string') continue
      if (/^(url|@id|item|image|mainEntityOfPage|sameAs)$/.test(name)) expect(URL.canParse(value)).toBe(true)
      if (/^date/.test(name)) expect(new Date(value).toISOString()).toBe(value)
    }
  }
})
