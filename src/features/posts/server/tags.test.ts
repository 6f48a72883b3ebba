import { describe, expect, it } from 'vitest'
import { classifyUrl } from '#server/http/classify-url.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { refreshTags } from './tags-query.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const by = await seedUser(database)
const headers = await seedSession(database, by)

const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
let count = 0
const publish = async (tags: string[], more: object = {}) => {
  count += 1
  return send('POST', '/api/posts', {
    title: `Post ${count}`,
    description: 'About it',
    prompt: `Prompt ${count}`,
    tags,
    ...more,
  })
}
const suggest = async (prefix: string) =>
  (await send('GET', `/api/tags?prefix=${encodeURIComponent(prefix)}`)).body.map(
    ({ name }: { name: string }) => name,
  )

describe('Tags', () => {
  it('are stored normalized and once, at most five of 30 characters', async () => {
    const { body } = await publish(['Cover Letter', 'cover-letter', '#SEO'])
    expect(body.tags).toEqual(['cover-letter', 'seo'])
    const issueOf = async (tags: string[]) => (await publish(tags)).body.issues?.[0]
    expect(await issueOf(['a', 'b', 'c', 'd', 'e', 'f'])).toMatchObject({
      path: 'tags',
      message: 'You can add up to 5 tags',
    })
    expect(await issueOf(['x'.repeat(31)])).toMatchObject({ message: 'A tag must be at most 30 characters' })
    expect(await issueOf(['🙂'])).toMatchObject({ message: 'A tag needs a letter or a digit' })
  })

  it('are suggested by prefix, the most used first, but never those of private posts only', async () => {
    await publish(['garden'])
    for (let index = 0; index < 2; index += 1) await publish(['gardening'])
    await publish(['gargoyle'], { isPrivate: true })
    expect(await suggest('gar')).toEqual(['garden', 'gardening'])
    await refreshTags(sql)
    expect(await suggest(' GAR')).toEqual(['gardening', 'garden'])
    expect((await send('GET', '/api/tags?prefix=%25')).status).toBe(400)
    expect((await app.inject('/api/tags?prefix=gar')).statusCode).toBe(401)
  })

  it('that no public post has any more are forgotten after an hour', async () => {
    const { body } = await publish(['walrus'])
    await send('PATCH', `/api/posts/${body.id}`, { tags: ['sea-lion'] })
    await refreshTags(sql)
    expect(await suggest('walrus')).toEqual(['walrus'])
    await sql`update tags set created_at = created_at - interval '2 hours'`
    await refreshTags(sql)
    expect(await suggest('walrus')).toEqual([])
    expect(await suggest('sea')).toEqual(['sea-lion'])
  })

  it('select posts in feeds, newest or best first, without private ones', async () => {
    const [old, best, hidden] = [
      await seedPost(database, { title: 'Old', createdAt: new Date(Date.UTC(2026, 0, 1)) }),
      await seedPost(database, { title: 'Best', createdAt: new Date(Date.UTC(2025, 0, 1)) }),
      await seedPost(database, { title: 'Hidden', isPrivate: true }),
    ]
    await sql`update posts set tags = '{zebra,stripes}' where id = any(${[old.id, best.id, hidden.id]})`
    await sql`update posts set score = 5 where id = ${best.id}`
    const titles = async (query: string) =>
      (await send('GET', `/api/posts?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles('tag=zebra')).toEqual(['Old', 'Best'])
    expect(await titles('tag=Zebra&sortBy=top')).toEqual(['Best', 'Old'])
    expect(await titles('tag=zebra&limit=1&offset=1')).toEqual(['Best'])
    expect(await titles('tag=stripe')).toEqual([])
    expect((await app.inject('/api/posts?tag=%20')).statusCode).toBe(400)
    const rss = await app.inject('/tag/zebra/feed.xml')
    expect(rss.body).toContain('<title>Old</title>')
    expect(rss.body).not.toContain('Hidden')
    expect((await app.inject('/tag/Zebra%20X/feed.xml')).statusCode).toBe(404)
  })

  it('are a filter of the search and of bookmarks', async () => {
    const both = (await publish(['quokka', 'island'])).body
    const one = (await publish(['quokka'])).body
    const found = async (q: string) =>
      (await send('GET', `/api/search?q=${encodeURIComponent(q)}`)).body.map(({ id }: { id: number }) => id)
    expect((await found('tag:quokka')).toSorted()).toEqual([both.id, one.id].toSorted())
    expect(await found('tag:Quokka tag:island')).toEqual([both.id])
    expect(await found('post tag:island')).toEqual([both.id])
    await send('POST', `/api/posts/${one.id}/bookmark`)
    const saved = await send('GET', '/api/user/bookmarks?q=tag%3Aquokka')
    expect(saved.body.map(({ id }: { id: number }) => id)).toEqual([one.id])
  })

  it('that three public posts have are in the sitemap', async () => {
    for (let index = 0; index < 3; index += 1) await publish(['penguin', `penguin-${index}`])
    await refreshTags(sql)
    const { body } = await app.inject('/sitemap/0.xml')
    expect(body).toContain('/tag/penguin</loc>')
    expect(body).not.toContain('/tag/penguin-1</loc>')
  })

  it('are renamed and merged by admins; the old name leads to the new one', async () => {
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const rename = async (from: string, name: string) => {
      const answer = await app.inject({
        method: 'PUT',
        url: `/api/admin/tags/${from}`,
        headers: admin,
        payload: { name },
      })
      return { status: answer.statusCode, ...answer.json() }
    }
    const [first, second] = [
      (await publish(['mails', 'work', 'email'])).body,
      (await publish(['mails'])).body,
    ]
    expect(await rename('mails', 'E Mail')).toMatchObject({ name: 'e-mail', posts: 2 })
    expect(await rename('e-mail', 'email')).toMatchObject({ name: 'email', posts: 2 })
    const tagsOf = async (id: number) => (await send('GET', `/api/posts/${id}`)).body.tags
    expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual([['email', 'work'], ['email']])
    expect((await send('GET', '/api/tags/mails')).body).toMatchObject({ name: 'email' })
    expect((await send('GET', '/api/tags/E-Mail')).body).toMatchObject({ name: 'email' })
    // The former name of a tag is replaced by the current one.
    expect((await publish(['mails', 'email', 'news'])).body.tags).toEqual(['email', 'news'])
    expect(await rename('mails', 'other')).toMatchObject({ status: 404, code: 'tag-not-found' })
    expect(await rename('email', '!!')).toMatchObject({ status: 400 })
    expect((await send('GET', '/api/tags/never-used')).status).toBe(404)
    // Renames the tag back to a name that redirects.
    expect(await rename('email', 'mails')).toMatchObject({ posts: 3 })
    expect((await send('GET', '/api/tags/email')).body).toMatchObject({ name: 'mails' })
    expect((await send('GET', '/api/tags/mails')).body).toMatchObject({ name: 'mails' })
    const [event] = await sql`select action, target_name, before, after from audit_events order by id limit 1`
    expect(event).toEqual({
      action: 'rename-tag',
      targetName: 'mails',
      before: { name: 'mails' },
      after: { name: 'e-mail', changedPosts: 2 },
    })
  })

  it('keep the signs that tell them apart, in posts, feeds, searches and links', async () => {
    const names = ['C', 'C++', 'C#', 'F#', '.NET', 'R&D', 'Node.js']
    const stored = ['c', 'c++', 'c#', 'f#', '.net', 'r&d', 'node.js']
    const ids = new Map<string, number>()
    for (const [index, name] of names.entries()) {
      const { body } = await publish([name])
      expect(body.tags).toEqual([stored[index]])
      ids.set(stored[index] ?? '', body.id)
    }
    const idsIn = async (url: string) => (await send('GET', url)).body.map(({ id }: { id: number }) => id)
    for (const [tag, id] of ids) {
      const encoded = encodeURIComponent(tag)
      expect((await send('GET', `/api/tags/${encoded}`)).body).toMatchObject({ name: tag })
      expect(await idsIn(`/api/posts?tag=${encoded}`)).toEqual([id])
      expect(await idsIn(`/api/search?q=${encodeURIComponent(`tag:${tag}`)}`)).toEqual([id])
      expect(await idsIn(`/api/search?q=${encodeURIComponent(`tag:"${tag.toUpperCase()}"`)}`)).toEqual([id])
      const feed = await app.inject(`/tag/${encoded}/feed.xml`)
      expect([feed.statusCode, feed.body.match(/<item>/g)?.length]).toEqual([200, 1])
      expect(classifyUrl(`/tag/${encoded}`)).toBe('page')
      expect(classifyUrl(`/tag/${encoded}/feed.xml`)).toBe('file')
    }
    expect(await suggest('c')).toEqual(expect.arrayContaining(['c', 'c++', 'c#']))
    expect(await suggest('C+')).toEqual(['c++'])
    expect(await suggest('.n')).toEqual(['.net'])
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const renamed = await app.inject({
      method: 'PUT',
      url: `/api/admin/tags/${encodeURIComponent('c++')}`,
      headers: admin,
      payload: { name: 'C++ Core' },
    })
    expect(renamed.json()).toMatchObject({ name: 'c++-core', posts: 1 })
    expect((await send('GET', '/api/tags/c%2B%2B')).body).toMatchObject({ name: 'c++-core' })
  })

  it('changed by an edit are part of its version', async () => {
    const { body } = await publish(['before'])
    await send('PATCH', `/api/posts/${body.id}`, { tags: ['after'] })
    expect((await send('GET', `/api/posts/${body.id}/versions`)).body.versions[0].changed).toEqual(['tags'])
    const { fields } = (await send('GET', `/api/posts/${body.id}/versions/compare?from=1&to=2`)).body
    expect(fields).toEqual([
      {
        name: 'tags',
        changes: [
          { text: 'before', change: 'removed' },
          { text: 'after', change: 'added' },
        ],
      },
    ])
  })
})
