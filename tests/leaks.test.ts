import { describe, expect, it } from 'vitest'
import { buildEmbedPath, OEMBED_PATH } from '#core/embeds.ts'
import { paths } from '#core/paths.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

describe('what visitors must not see', async () => {
  const by = await seedUser(database, { username: 'quietauthor', email: 'mailbox@private.example' })
  const topic = await seedTopic(database, { name: 'Secrets' })
  const post = await seedPost(database, {
    by,
    topic,
    title: 'Open title',
    prompt: `${'a'.repeat(149)} hiddenword and more`,
  })
  const hidden = await seedPost(database, { by, isPrivate: true, title: 'Closedtitle' })
  const link = paths.post({ id: post.id, isPrivate: false, seoSlug: post.seoSlug, topic })
  const urls = [
    '/api/posts',
    '/api/posts?sortBy=top',
    '/api/topics/secrets/posts',
    '/api/topics/secrets',
    '/api/topics',
    `/api/posts/${post.id}`,
    `/api${link}`,
    `/api/posts/${post.id}/comments`,
    `/api/posts/${post.id}/related`,
    '/api/users/quietauthor',
    '/api/leaderboard',
    '/api/search?q=open',
    '/api/search?q=author:quietauthor',
    paths.sitemapPart(1),
    paths.newFeed,
    paths.popularFeed('all'),
    paths.topicFeed('Secrets'),
    paths.postMarkdown(post.id),
    buildEmbedPath(post.id),
    `${OEMBED_PATH}?url=http://localhost:3000${link}`,
    paths.llms,
  ]

  it.each(urls)(
    '%s contains at most 150 characters of a prompt, no private post and no email',
    async (url) => {
      const { statusCode, body } = await app.inject(url)
      expect(statusCode).toBe(200)
      expect(body).not.toContain('hiddenword')
      expect(body).not.toContain(`${'a'.repeat(149)} h`)
      expect(body).not.toContain('Closedtitle')
      expect(body).not.toContain('mailbox')
      expect(body).not.toContain('googleId')
    },
  )

  it('search matches the hidden part of a prompt for members only', async () => {
    expect((await app.inject('/api/search?q=hiddenword')).json()).toEqual([])
    const headers = await seedSession(database, await seedUser(database))
    const [found] = (await app.inject({ url: '/api/search?q=hiddenword', headers })).json()
    expect(found.id).toBe(post.id)
  })

  it('search never finds a private post, not even for its owner or an admin', async () => {
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    for (const headers of [{}, await seedSession(database, by), admin]) {
      expect((await app.inject({ url: '/api/search?q=closedtitle', headers })).json()).toEqual([])
    }
    expect((await app.inject(paths.postMarkdown(hidden.id))).statusCode).toBe(404)
    expect((await app.inject(paths.postPreviewImage(hidden.id))).statusCode).toBe(404)
    expect((await app.inject(buildEmbedPath(hidden.id))).statusCode).toBe(404)
  })

  it("a member's response is private and never enters the anonymous response cache", async () => {
    const headers = await seedSession(database, await seedUser(database))
    const own = await app.inject({ url: `/api/posts/${post.id}`, headers })
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(own.json().prompt).toContain('hiddenword')
    const seen = await app.inject(`/api/posts/${post.id}`)
    expect(seen.headers['cache-control']).toMatch(/^public, /)
    expect(seen.headers.vary).toContain('Cookie')
    expect(seen.body).not.toContain('hiddenword')
    const again = await app.inject({ url: `/api/posts/${post.id}`, headers })
    expect(again.json().prompt).toContain('hiddenword')
  })

  it('an API response varies by cookie, even if its path is percent-encoded', async () => {
    for (const url of [`/%61pi/posts/${post.id}`, `/ap%69/posts/${post.id}`])
      expect((await app.inject(url)).headers.vary).toContain('Cookie')
  })

  it.each(['session =', 'session\t=', 'other=1;session ='])(
    'a response to the session cookie written as %j never enters the anonymous response cache',
    async (written) => {
      const { cookie } = await seedSession(database, await seedUser(database))
      const headers = { cookie: cookie.replace('session=', written) }
      const url = `/api/posts/${(await seedPost(database, { prompt: `${'a'.repeat(150)}hiddenword` })).id}`
      expect((await app.inject({ url, headers })).body).toContain('hiddenword')
      expect((await app.inject(url)).body).not.toContain('hiddenword')
    },
  )

  it('a request with an unknown session cookie gets the visitor response, uncached', async () => {
    const answer = await app.inject({
      url: `/api/posts/${post.id}`,
      headers: { cookie: `session=${'x'.repeat(32)}` },
    })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).not.toContain('hiddenword')
  })
})
