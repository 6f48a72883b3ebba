import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { FeedWindow } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readVideo, toDataUrl } from '#tests/support/samples.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const SITE = 'http://localhost:3000'

const topic = await seedTopic(database, { name: 'R&D <things>' })
const by = await seedUser(database, { username: 'feedauthor' })
const HOSTILE = 'Tags <b>&amp; "quotes"</b> ]]> \u{1F98A}\uFFFE'
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))
const first = await seedPost(database, { by, topic, title: HOSTILE, score: 9, createdAt: minute(1) })
const second = await seedPost(database, {
  by,
  title: 'Second',
  createdAt: minute(2),
  models: ['claude'],
  prompt: `## Not a heading\n${'x'.repeat(400)}`,
})
const hidden = await seedPost(database, { by, isPrivate: true, title: 'Hidden', createdAt: minute(3) })
const fixtureIds = [first.id, second.id, hidden.id]
afterEach(() => database.sql`delete from posts where id <> all(${fixtureIds})`)

const get = async (url: string, headers = {}, site = app) => {
  const { statusCode, headers: replyHeaders, body } = await site.inject({ url, headers })
  return { status: statusCode, type: replyHeaders['content-type'], body }
}
/** Returns the contents of all elements with this tag. */
const all = (body: string, tag: string) =>
  [...body.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text)
/** Returns true if every `<` starts a tag, every `&` starts an entity, and tags are nested correctly. */
const isWellFormed = (body: string) => {
  const open: string[] = []
  for (const [, end, name, , self] of body.matchAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (end ? open.pop() !== name : false) return false
    if (!end && !self) open.push(name ?? '')
  }
  const rest = body.replace(/<\?xml[^>]*\?>|<\/?[\w:]+(?:\s[\w:]+="[^"<]*")*\s*\/?>/g, '')
  return open.length === 0 && !rest.includes('<') && !/&(?!(amp|lt|gt|quot|apos);)/.test(body)
}

describe('RSS', () => {
  it.each([
    [paths.newFeed, ['Second', 'first']],
    [paths.popularFeed('all'), ['first', 'Second']],
    [paths.topicFeed('R&D <things>'), ['first']],
  ])('%s lists public posts in the right order, whatever their text', async (url, order) => {
    const { status, type, body } = await get(url)
    expect([status, type]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    expect(isWellFormed(body)).toBe(true)
    const escaped = 'Tags &lt;b&gt;&amp;amp; &quot;quotes&quot;&lt;/b&gt; ]]&gt; \u{1F98A}'
    expect(all(body, 'title').slice(1)).toEqual(order.map((one) => (one === 'first' ? escaped : one)))
    expect(all(body, 'guid')).toContain(`${SITE}/post/${first.id}`)
    expect(body).toContain(`href="${SITE}${url.replaceAll('&', '&amp;')}" rel="self"`)
    expect(new Date(all(body, 'pubDate').at(order.indexOf('first')) ?? '')).toEqual(minute(1))
  })

  it('shows descriptions and prompts as they were written, with their lines', async () => {
    const description = 'When to use <table> and <div>.\nNext line &amp; more\n\n<h1>Second</h1> "paragraph"'
    const prompt = `if (a < b) {\n  return 'c'\n}\n\u000b\u001f${'x'.repeat(200)}`
    await seedPost(database, { by, topic, title: 'Markup', description, prompt, createdAt: new Date() })
    const decodeXml = (text: string) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    const uncached = await buildTestApp(database)
    for (const url of [paths.newFeed, paths.topicFeed(topic.name)]) {
      const { body } = await get(url, {}, uncached)
      expect(isWellFormed(body)).toBe(true)
      const html = decodeXml(all(body, 'description')[1] ?? '')
      expect(html).toContain(
        '<p>When to use &lt;table&gt; and &lt;div&gt;.<br>Next line &amp;amp; more</p><p>&lt;h1&gt;Second&lt;/h1&gt; &quot;paragraph&quot;</p>',
      )
      expect(html).toContain('<p>if (a &lt; b) {<br>\u00a0\u00a0return &#39;c&#39;<br>}<br>')
    }
  })

  it('lists the best posts of the period in its URL; the trending feed has the default period of its page', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await seedPost(database, { by, topic, title: 'days', score: 5, createdAt: daysAgo(5) })
    await seedPost(database, { by, topic, title: 'weeks', score: 7, createdAt: daysAgo(20) })
    await seedPost(database, { by, topic, title: 'hours', score: 1, createdAt: daysAgo(0.1) })
    for (const feed of [paths.popularFeed, (window?: FeedWindow) => paths.topicFeed(topic.name, window)]) {
      const titles = async (window?: FeedWindow) => all((await get(feed(window))).body, 'title').slice(1)
      expect(await titles('day')).toEqual(['hours'])
      expect(await titles('week')).toEqual(['days', 'hours'])
      expect(await titles('month')).toEqual(['weeks', 'days', 'hours'])
      expect((await get(feed('week'))).body).toContain(`href="${SITE}${feed('week').replace('&', '&amp;')}"`)
    }
    const popular = async () =>
      all((await get(paths.popularFeed(), {}, await buildTestApp(database))).body, 'title').slice(1)
    const [{ count } = { count: 0 }] = await database.sql<
      { count: number }[]
    >`select count(*)::integer as count from posts where not is_private`
    expect(await popular()).toHaveLength(Math.min(count, 30))
    for (let index = 0; index < 20; index++)
      await seedPost(database, { by, topic, title: 'minutes', createdAt: daysAgo(0.01) })
    const titles = await popular()
    expect(titles.slice(0, 3)).toEqual(['weeks', 'days', 'hours'])
    expect(titles).toHaveLength(23)
  })

  it.each([paths.popularFeed(), paths.topicFeed(topic.name)])('%s rejects an unknown period', async (url) => {
    for (const query of ['window=decade', 'window=week&window=day', 'window='])
      expect([query, (await get(`${url}?${query}`)).status]).toEqual([query, 400])
    expect((await get(`${url}?other=1`)).status).toBe(200)
  })

  it('returns 404 for an unknown topic', async () => {
    expect((await get('/t/nothing-of-the-kind/feed.xml')).status).toBe(404)
  })
})

describe('The sitemap', () => {
  it('is an index of parts that contain the canonical link of every page, topic and public post', async () => {
    const index = await get(paths.sitemap)
    expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8'])
    const parts = all(index.body, 'loc').map((address) => address?.replace(SITE, '') ?? '')
    expect(parts[0]).toBe(paths.sitemapPart(0))
    const bodies = await Promise.all(parts.map(async (part) => (await get(part)).body))
    for (const body of [index.body, ...bodies]) expect(isWellFormed(body)).toBe(true)
    const links = bodies.flatMap((body) => all(body, 'loc'))
    expect(new Set(links).size).toBe(links.length)
    expect(links).toEqual(
      expect.arrayContaining([
        ...[`${SITE}/`, `${SITE}${paths.topic(topic.name)}`, `${SITE}/post/${second.id}`],
        `${SITE}${paths.topic(topic.name)}/${first.seoSlug}`,
      ]),
    )
    expect(links.filter((link) => /private|hidden/i.test(link ?? ''))).toEqual([])
    for (const own of [hidden.seoSlug, `/post/${hidden.id}`])
      expect(links.filter((link) => link?.endsWith(own))).toEqual([])
    expect((await get(paths.robots)).body).toContain(`Sitemap: ${SITE}${paths.sitemap}`)
  })

  it('lists no part without posts', async () => {
    await database.sql`select setval('content_id_seq', 45000)`
    const { id } = await seedPost(database, { by, title: 'After a gap' })
    const uncached = await buildTestApp(database)
    const parts = all((await get(paths.sitemap, {}, uncached)).body, 'loc')
    expect(parts.map((part) => part?.replace(SITE, ''))).toEqual([0, 1, 5].map(paths.sitemapPart))
    expect((await get(paths.sitemapPart(5))).body).toContain(`/post/${id}<`)
    expect((await get(paths.sitemapPart(3))).status).toBe(404)
    expect((await get(paths.sitemapPart(6))).status).toBe(404)
  })

  it('returns 404 for a part that is not in the index', async () => {
    const named = all((await get(paths.sitemap)).body, 'loc').length
    expect((await get(paths.sitemapPart(named - 1))).status).toBe(200)
    for (const part of [named, 999_999, '00', '-1'])
      expect([part, (await get(`/sitemap/${part}.xml`)).status]).toEqual([part, 404])
  })
})

describe('A post as Markdown', () => {
  it('always shows what a visitor sees, with the prompt as a single block', async () => {
    const url = paths.postMarkdown(second.id)
    const { status, type, body } = await get(url)
    expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(body).toContain('- Models: Claude\n')
    expect(body).toContain(
      `    ## Not a heading\n    ${'x'.repeat(133)}\n\n(The first part of 417 characters`,
    )
    expect((await get(url, await seedSession(database, by))).body).toBe(body)
    expect((await get(paths.postMarkdown(2_000_000_000))).status).toBe(404)
  })

  it('is mentioned in llms.txt', async () => {
    const { type, body } = await get(paths.llms)
    expect(type).toBe('text/plain; charset=utf-8')
    expect(body).toContain('/post/{id}.md')
    expect(body).toContain(`[R&D <things>](${SITE}${paths.topic(topic.name)})`)
  })
})

describe("A post's preview image", () => {
  it.each([HOSTILE, '猫の写真', '😀😀😀', 'W'.repeat(200), 'ض', 'x'])(
    'renders with any title: %s',
    async (title) => {
      const { id } = await seedPost(database, { title })
      const answer = await app.inject(paths.postPreviewImage(id))
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
      const { width, height, format } = await sharp(answer.rawPayload).metadata()
      expect([width, height, format]).toEqual([1_200, 630, 'jpeg'])
    },
  )

  it.each(['W'.repeat(200), 'a'.repeat(60), `${'WWW '.repeat(40)}`])(
    'contains all of its text: %s',
    async (title) => {
      const topic = await seedTopic(database, { name: title.slice(0, 49) })
      const { id } = await seedPost(database, { title, topic })
      const { rawPayload } = await app.inject(paths.postPreviewImage(id))
      const strip = { left: 1_200 - 70, top: 0, width: 70, height: 630 }
      const edges = [strip, { ...strip, left: 0 }, { ...strip, width: 1_200, height: 70, left: 0 }]
      for (const edge of [...edges, { left: 0, top: 630 - 70, width: 1_200, height: 70 }]) {
        const { channels } = await sharp(await sharp(rawPayload).extract(edge).png().toBuffer()).stats()
        // Compression may shift the background's values by a few levels, while even the faintest letter
        // differs by a hundred.
        expect(Math.max(...channels.slice(0, 3).map(({ min, max }) => max - min))).toBeLessThan(32)
      }
    },
  )

  it.each([
    ['Arabic', 'مرحبا بالعالم', 'كيف تكتب'],
    ['Hebrew', 'שלום עולם', 'כתוב שיר'],
    ['Thai', 'เขียนบทกวี', 'ภาษาไทย'],
    ['Hindi', 'कविता लिखें', 'क्षत्रिय'],
    ['Japanese', '日本語の詩', '猫の写真'],
    ['Chinese', '关于春天的诗', '写一首歌'],
    ['Korean', '한국어 시', '써 주세요'],
  ])('shows titles in %s', async (_, one, other) => {
    const imageOf = async (title: string) => {
      const { id } = await seedPost(database, { title })
      return (await app.inject(paths.postPreviewImage(id))).rawPayload
    }
    // A letter of which the fonts have no glyph leaves the image without words.
    const images = [await imageOf(one), await imageOf(other), await imageOf('ᏣᎳᎩ')]
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(3)
  })

  it("shows the post's first image beside the texts, also of an animation", async () => {
    const headers = await seedSession(database, by)
    const red = { create: { width: 300, height: 200, channels: 3, background: '#c02020' } } as const
    for (const file of [sharp(red).png(), sharp(red).gif()]) {
      const bytes = await file.toBuffer()
      const { format } = await sharp(bytes).metadata()
      const payload = {
        title: 'W'.repeat(200),
        description: 'Words',
        prompt: `With ${format}`,
        type: 'Image',
      }
      const exampleFiles = [toDataUrl(readVideo(), 'video/mp4'), toDataUrl(bytes, `image/${format}`)]
      const published = await app.inject({
        method: 'POST',
        url: '/api/posts',
        headers,
        payload: { ...payload, exampleFiles },
      })
      const { rawPayload } = await app.inject(paths.postPreviewImage(published.json().id))
      const meanOf = async (left: number, width: number) => {
        const part = await sharp(rawPayload).extract({ left, top: 0, width, height: 630 }).png().toBuffer()
        return (await sharp(part).stats()).channels.map(({ mean }) => Math.round(mean / 8) * 8)
      }
      expect(await meanOf(690, 500)).toEqual([192, 32, 32])
      // The strips between the text and the picture, and to the left of the text, contain only background.
      for (const left of [0, 630]) expect(await meanOf(left, 45)).toEqual([24, 16, 16])
    }
  })

  it('has a new address, to which the old one leads', async () => {
    const answer = await app.inject(`/og/post/${first.id}.png`)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, paths.postPreviewImage(first.id)])
  })
})

describe('The preview image of other pages', () => {
  it('has text on an opaque background', async () => {
    const { rawPayload } = await app.inject(paths.sitePreviewImage)
    const { width, height, format } = await sharp(rawPayload).metadata()
    expect([width, height, format]).toEqual([1_200, 630, 'jpeg'])
    const { isOpaque, channels } = await sharp(rawPayload).stats()
    expect([isOpaque, channels.every(({ min, max }) => max - min > 100)]).toEqual([true, true])
  })
})

describe('what the operator says about AI', () => {
  const ask = async (settings: Record<string, string>) => {
    const site = await buildTestApp(database, settings)
    const [robots, ai, page] = await Promise.all([
      get(paths.robots, {}, site),
      get(paths.ai, {}, site),
      site.inject('/api/posts'),
    ])
    return { robots: robots.body, ai: ai.body, header: page.headers['content-usage'] }
  }

  it('is nothing by default', async () => {
    const { robots, ai, header } = await ask({})
    expect([ai, header]).toEqual(['', undefined])
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  })

  it('refuses training and answers separately, to each crawler by its name', async () => {
    const { robots, ai, header } = await ask({ AI_TRAINING: 'deny', AI_SEARCH: 'allow' })
    expect(header).toBe('train-ai=n, ai-use=y')
    expect(ai).toBe('User-Agent: *\nDisallow: /\n')
    expect(robots).toMatch(
      /(User-agent: [\w-]+\n){9}Disallow: \/\n\nUser-agent: \*\nContent-Usage: train-ai=n, ai-use=y\n/,
    )
    expect(robots).toContain('User-agent: GPTBot\n')
    expect(robots).not.toContain('OAI-SearchBot')
    const answers = await ask({ AI_SEARCH: 'deny' })
    expect(answers.header).toBe('ai-use=n')
    expect(answers.robots).toContain('User-agent: OAI-SearchBot\n')
    expect(answers.robots).not.toContain('GPTBot')
    expect(answers.ai).toBe('')
  })
})
