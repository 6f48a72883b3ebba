import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const SITE = 'http://localhost:3000'
const renderer = createRenderer(
  { name: 'Prompts', url: SITE, version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, { SITE_NAME: 'R&D <Prompts>' }, renderer)

const by = await seedUser(database, { username: 'embedauthor' })
const topic = await seedTopic(database, { name: 'Sea shanties' })
const HOSTILE = '</script><script>alert("1")</script> & \'two\''
const post = await seedPost(database, { by, topic, title: HOSTILE, prompt: `<b>${'a'.repeat(300)}` })
const hidden = await seedPost(database, { by, isPrivate: true, title: 'Hidden' })
await database.sql`update posts set license = 'CC-BY-4.0', source_url = 'https://example.org/from' where id = ${post.id}`
const path = paths.post({ ...post, isPrivate: false, topic })

const get = async (url: string, headers = {}) => app.inject({ url, headers })
const embed = (id: number | string = post.id, query = '') => get(`/embed/post/${id}${query}`)

describe('an embedded post', () => {
  it('shows what visitors may read, and links to the site', async () => {
    const { statusCode, body, headers } = await embed()
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const title = '&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;'
    expect(body).toContain(`<a href="${SITE}${path}" target="_blank" rel="noopener">${title}</a>`)
    expect(body).toContain(`<a href="${SITE}/u/embedauthor" target="_blank" rel="noopener">embedauthor</a>`)
    expect(body).toContain(
      '<a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="license noopener">CC BY 4.0</a>',
    )
    expect(body).toContain(
      ' · from <a href="https://example.org/from" target="_blank" rel="nofollow ugc noopener">example.org</a>',
    )
    expect(body).toContain(`&lt;b&gt;${'a'.repeat(147)}…</pre>`)
    expect(body).not.toContain('a'.repeat(148))
    expect(body).toContain('Open on R&amp;D &lt;Prompts&gt;')
    expect(body).toContain(`<link rel="canonical" href="${SITE}${path}">`)
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it('can be shown in frames of all sites, and allows its own script and style only', async () => {
    for (const response of [await embed(), await embed(), await embed(hidden.id)]) {
      const { headers, body } = response
      expect(headers['x-frame-options']).toBeUndefined()
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain('frame-ancestors *')
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      for (const tag of ['script', 'style']) {
        const code = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(body)?.[1] ?? ''
        expect(policy).toContain(`${tag}-src 'sha256-${hash('sha256', code, 'base64')}'`)
      }
    }
  })

  it('is the only page that can be shown in a frame', async () => {
    const urls = ['/', path, `/post/${post.id}`, `/embed`, `/embed/post`, `/embed/post/${post.id}/x`]
    const others = [
      paths.postMarkdown(post.id),
      `/oembed?url=${SITE}${path}`,
      '/oembed',
      '/api/posts',
      '/mcp',
    ]
    for (const url of [...urls, ...others]) {
      const { headers } = await get(url)
      expect(headers['x-frame-options'], url).toBe('DENY')
      expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
    }
  })

  it.each([
    ['', '<html lang="en">'],
    ['?theme=light', '<html lang="en" data-theme="light">'],
    ['?theme=dark', '<html lang="en" data-theme="dark">'],
    ['?theme=%22%3E%3Cscript%3E', '<html lang="en">'],
    ['?theme=dark&theme=light', '<html lang="en">'],
    ['?x=1&theme=dark', '<html lang="en" data-theme="dark">'],
  ])('with %j has the theme of %s', async (query, expected) => {
    expect((await embed(post.id, query)).body).toContain(expected)
  })

  it('is a 404 that frames can show if visitors cannot read the post', async () => {
    const deleted = await seedPost(database)
    await database.sql`delete from posts where id = ${deleted.id}`
    for (const id of [hidden.id, deleted.id, 999_999_999, 0, '1e3', 'x', '99999999999999999999', '%00']) {
      const { statusCode, body } = await embed(id)
      expect([id, statusCode]).toEqual([id, 404])
      expect(body).toContain('no longer available')
      expect(body).not.toContain('Hidden')
    }
  })

  it('is the same for members, sets no cookie, and is cached', async () => {
    const whole = await seedPost(database, { by, prompt: 'w'.repeat(400) })
    const asMember = await get(`/embed/post/${whole.id}`, await seedSession(database, by))
    const asVisitor = await embed(whole.id)
    expect(asMember.body).toBe(asVisitor.body)
    expect(asMember.body).not.toContain('w'.repeat(151))
    for (const { headers } of [asMember, asVisitor]) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600')
    }
    const unchanged = await get(`/embed/post/${whole.id}`, { 'if-none-match': asVisitor.headers.etag })
    expect(unchanged.statusCode).toBe(304)
    const asToken = await get(`/embed/post/${whole.id}`, {
      authorization: `Bearer ${await seedApiToken(database, by, ['read', 'private'])}`,
    })
    expect(asToken.body).not.toContain('w'.repeat(151))
  })
})

const oembed = (url: string, parameters: Record<string, string> = {}) =>
  get(`/oembed?${new URLSearchParams({ url, ...parameters })}`)

describe('oEmbed', () => {
  it.each([
    ['the link', path],
    ['the link with an old topic', path.replace('sea-shanties', 'an-old-name')],
    ['the id', `/post/${post.id}`],
    ['a comment', `${path}/comment/5?comments=new#c`],
    ['a trailing slash', `/post/${post.id}/`],
  ])('describes a post by %s', async (_, to) => {
    const { statusCode, headers, body } = await oembed(SITE + to)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(headers['access-control-allow-origin']).toBe('*')
    const title = '&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;'
    expect(JSON.parse(body)).toEqual({
      version: '1.0',
      type: 'rich',
      provider_name: 'R&D <Prompts>',
      provider_url: SITE,
      title: HOSTILE,
      author_name: 'embedauthor',
      author_url: `${SITE}/u/embedauthor`,
      cache_age: 3_600,
      html: `<iframe src="${SITE}/embed/post/${post.id}" title="${title}" width="600" height="280" style="border:0;max-width:100%" loading="lazy"></iframe>`,
      width: 600,
      height: 280,
    })
  })

  it('is named by the page of the post', async () => {
    const { body } = await get(`/post/${post.id}`)
    const [, href = ''] =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(body) ?? []
    const url = new URL(href.replaceAll('&amp;', '&'))
    expect(url.origin).toBe(SITE)
    expect((await get(url.pathname + url.search)).json().title).toBe(HOSTILE)
    const own = await get(`/post/${hidden.id}`, await seedSession(database, by))
    expect(own.body).not.toContain('oembed')
  })

  it('is at most as large as the other site asks', async () => {
    const small = (await oembed(SITE + path, { maxwidth: '320', maxheight: '100', format: 'json' })).json()
    expect(small).toMatchObject({ width: 320, height: 100 })
    expect(small.html).toContain('width="320" height="100"')
    expect((await oembed(SITE + path, { maxwidth: '99999' })).json()).toMatchObject({
      width: 600,
      height: 280,
    })
  })

  it.each<Record<string, string>>([
    { maxwidth: '0' },
    { maxwidth: '-1' },
    { maxwidth: '1.5' },
    { maxwidth: 'wide' },
    { maxheight: '100000' },
    { maxheight: '' },
  ])('rejects %j', async (parameters) => {
    const { statusCode, body } = await oembed(SITE + path, parameters)
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).issues).toMatchObject([{ path: Object.keys(parameters)[0] }])
  })

  it('rejects a missing, a repeated and a very long URL', async () => {
    for (const query of ['', '?url=a&url=b', `?url=${SITE}/${'x'.repeat(2_000)}`])
      expect((await get(`/oembed${query}`)).json()).toMatchObject({ status: 400, issues: [{ path: 'url' }] })
  })

  it.each(['xml', 'yaml', ''])('responds with 501 to the format %j', async (format) => {
    expect((await oembed(SITE + path, { format })).statusCode).toBe(501)
  })

  it.each([
    'https://example.org/post/1',
    `http://localhost.example.org:3000${path}`,
    `http://localhost${path}`,
    `${SITE}/post/${hidden.id}`,
    `${SITE}/post/999999999`,
    `${SITE}/t/sea-shanties/unknown`,
    `${SITE}/t/sea-shanties`,
    `${SITE}/t/x/%E0%A4%A`,
    `${SITE}/private/xyz`,
    `${SITE}/`,
    `javascript://localhost:3000${path}`,
    `//localhost:3000${path}`,
    path,
    'no url',
  ])('responds with 404 to %s', async (url) => {
    const { statusCode, headers } = await oembed(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })
})

describe('the structured data of a post', () => {
  it('names author, license, source, version and dates, and cannot end its element', async () => {
    const own = await seedPost(database, { by, topic, title: HOSTILE, createdAt: new Date('2026-01-01') })
    const payload = {
      description: '</script><script>alert(2)</script>',
      license: 'CC-BY-4.0',
      sourceUrl: 'https://example.org/from',
    }
    const url = `/api/posts/${own.id}`
    const headers = await seedSession(database, by)
    expect((await app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
    const { body } = await get(`/post/${own.id}`)
    const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(scripts).toHaveLength(1)
    const { createdAt, editedAt } = (await get(url)).json()
    expect(Date.parse(editedAt)).toBeGreaterThan(Date.parse(createdAt))
    expect(JSON.parse(scripts[0]?.[1] ?? '')).toMatchObject({
      '@type': ['CreativeWork', 'DiscussionForumPosting'],
      headline: HOSTILE,
      description: payload.description,
      author: { '@type': 'Person', name: 'embedauthor', url: `${SITE}/u/embedauthor` },
      license: 'https://creativecommons.org/licenses/by/4.0/',
      isBasedOn: 'https://example.org/from',
      version: 2,
      datePublished: createdAt,
      dateModified: editedAt,
    })
  })

  it('has no license if the author has not chosen one', async () => {
    const { id } = await seedPost(database, { by, topic })
    const { body } = await get(`/post/${id}`)
    expect(body).toContain('"version":1')
    expect(body).not.toMatch(/"license":"http|copyrightNotice|isBasedOn/)
  })
})
