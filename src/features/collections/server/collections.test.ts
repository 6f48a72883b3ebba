import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Collection, CollectionPage } from '../contract.ts'
import {
  ITEMS_PER_PAGE,
  MAX_COLLECTION_ITEMS,
  MAX_COLLECTIONS,
  MAX_COUNTED_ITEMS,
} from '../contract-values.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const aMember = async () => {
  const user = await seedUser(database)
  return { user, headers: (await seedSession(database, user)) as Headers }
}

const request = async (method: string, url: string, headers: Headers = {}, payload?: object) => {
  const response = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const create = async (headers: Headers, fields: object = {}): Promise<Collection> =>
  (await request('POST', '/api/collections', headers, { title: 'Best of', ...fields })).body
const read = async (id: string, headers: Headers = {}, query = ''): Promise<CollectionPage> =>
  (await request('GET', `/api/collections/${id}${query}`, headers)).body
const add = (id: string, postId: number, headers: Headers) =>
  request('PUT', `/api/collections/${id}/posts/${postId}`, headers)
const change = (id: string, postId: number, headers: Headers, body: object) =>
  request('PATCH', `/api/collections/${id}/posts/${postId}`, headers, body)
const idsIn = ({ items }: CollectionPage) => items.map(({ post }) => post.id)

describe('a collection', () => {
  it('lists posts in the order of its owner, with their notes', async () => {
    const { headers, user } = await aMember()
    const [a, b, c] = [await seedPost(database), await seedPost(database), await seedPost(database)]
    const { id } = await create(headers, { title: '  Best of  ', postId: a.id })
    for (const { id: postId } of [b, c, b]) expect((await add(id, postId, headers)).status).toBe(200)
    expect(await read(id, headers)).toMatchObject({
      collection: {
        title: 'Best of',
        description: '',
        visibility: 'private',
        itemCount: 3,
        user: { id: user.id },
      },
      after: null,
    })
    expect(idsIn(await read(id, headers))).toEqual([a.id, b.id, c.id])
    await change(id, c.id, headers, { placeOf: a.id, note: 'Start here' })
    expect(idsIn(await read(id, headers))).toEqual([c.id, a.id, b.id])
    await change(id, c.id, headers, { placeOf: b.id })
    const moved = await read(id, headers)
    expect(idsIn(moved)).toEqual([a.id, b.id, c.id])
    expect(moved.items.map(({ note }) => note)).toEqual(['', '', 'Start here'])
    expect((await request('DELETE', `/api/collections/${id}/posts/${b.id}`, headers)).status).toBe(200)
    expect((await request('DELETE', `/api/collections/${id}/posts/${b.id}`, headers)).status).toBe(200)
    // Moves a post across the gap left by the removed post.
    await change(id, c.id, headers, { placeOf: a.id })
    expect(idsIn(await read(id, headers))).toEqual([c.id, a.id])
    expect((await change(id, b.id, headers, { note: 'Gone' })).body.code).toBe('not-in-collection')
    expect((await change(id, a.id, headers, { placeOf: b.id })).body.code).toBe('not-in-collection')
  })

  it('is read page by page', async () => {
    const { headers } = await aMember()
    const { id } = await create(headers)
    const posts: number[] = []
    for (let n = 0; n < ITEMS_PER_PAGE + 1; n += 1) posts.push((await seedPost(database)).id)
    for (const postId of posts) await add(id, postId, headers)
    const first = await read(id, headers)
    expect(idsIn(first)).toEqual(posts.slice(0, ITEMS_PER_PAGE))
    const second = await read(id, headers, `?after=${first.after}`)
    expect([idsIn(second), second.after]).toEqual([posts.slice(ITEMS_PER_PAGE), null])
  })

  it('loses a post with the post, and everything with its owner', async () => {
    const { headers, user } = await aMember()
    const post = await seedPost(database)
    const { id } = await create(headers, { postId: post.id, visibility: 'public' })
    await sql`delete from posts where id = ${post.id}`
    expect(await read(id, headers)).toMatchObject({ items: [], collection: { itemCount: 0 } })
    await sql`delete from users where id = ${user.id}`
    expect((await request('GET', `/api/collections/${id}`)).status).toBe(404)
  })

  it('is in the export of the account, with its posts in order', async () => {
    const { headers } = await aMember()
    const [a, b] = [await seedPost(database), await seedPost(database)]
    const { id } = await create(headers, { title: 'Mine', postId: a.id })
    await add(id, b.id, headers)
    await change(id, b.id, headers, { placeOf: a.id, note: 'First' })
    const { body } = await request('GET', '/api/user/export', headers)
    expect(body.collections).toMatchObject([
      {
        title: 'Mine',
        linkId: id,
        items: [
          { postId: b.id, note: 'First' },
          { postId: a.id, note: '' },
        ],
      },
    ])
  })
})

describe('several posts', () => {
  const addAll = (id: string, ids: number[], headers: Headers) =>
    request('POST', `/api/collections/${id}/posts`, headers, { ids })

  it('are added at the end in the order named, without those that one cannot see, and can be added again', async () => {
    const { headers } = await aMember()
    const [a, b, c] = [await seedPost(database), await seedPost(database), await seedPost(database)]
    const hidden = await seedPost(database, { isPrivate: true })
    const { id } = await create(headers, { ids: [b.id] })
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await addAll(id, [c.id, hidden.id, b.id, a.id], headers)
      expect([status, body]).toEqual([
        200,
        {
          done: [c.id, b.id, a.id],
          failed: [{ id: hidden.id, code: 'post-not-found', message: 'Post not found' }],
        },
      ])
      expect(idsIn(await read(id, headers))).toEqual([b.id, c.id, a.id])
    }
    const listed = async (...posts: { id: number }[]) =>
      (
        await request(
          'GET',
          `/api/user/collections?postId=${posts.map((post) => post.id).join(',')}`,
          headers,
        )
      ).body.map(({ hasPost, hasSomePosts }: Record<string, boolean>) => [hasPost, hasSomePosts])
    expect(await listed(a, b)).toEqual([[true, true]])
    expect(await listed(a, hidden)).toEqual([[false, true]])
    expect(await listed(hidden)).toEqual([[false, false]])
    const removed = await request('DELETE', `/api/collections/${id}/posts`, headers, { ids: [a.id, c.id] })
    expect(removed.body).toEqual({ done: [a.id, c.id], failed: [] })
    expect(idsIn(await read(id, headers))).toEqual([b.id])
  })

  it('are all there when a collection is created with them, or it is not created', async () => {
    const { headers } = await aMember()
    const [post, hidden] = [await seedPost(database), await seedPost(database, { isPrivate: true })]
    const refused = await request('POST', '/api/collections', headers, {
      title: 'A',
      ids: [post.id, hidden.id],
    })
    expect(refused.body.code).toBe('post-not-found')
    expect((await request('GET', '/api/user/collections', headers)).body).toEqual([])
  })

  it('are added until the collection is full', async () => {
    const { headers } = await aMember()
    const { id } = await create(headers)
    const author = await seedUser(database)
    const posts = [
      await seedPost(database, { by: author }),
      await seedPost(database),
      await seedPost(database),
    ]
    await sql`
      with copies as (
        insert into posts (title, prompt, prompt_length, description, type, user_id, seo_slug)
        select title, prompt || n, prompt_length, description, type, user_id, seo_slug || n
        from posts, generate_series(1, ${MAX_COLLECTION_ITEMS - 2}::integer) n where id = ${posts[0]?.id ?? 0} returning id
      )
      insert into collection_items (collection_id, post_id, position)
      select (select id from collections where link_id = ${id}), id, row_number() over (order by id) from copies`
    const [a = 0, b = 0, c = 0] = posts.map((post) => post.id)
    expect((await addAll(id, [a, b, c], headers)).body).toEqual({
      done: [a, b],
      failed: [{ id: c, code: 'collection-full', message: 'A collection has at most 2,000 posts' }],
    })
  })
})

describe('who sees a collection', () => {
  it('is its owner, whoever has the link, or everybody', async () => {
    const owner = await aMember()
    const other = await aMember()
    const { id } = await create(owner.headers, { title: 'Secret plans' })
    const statuses = async () => [
      (await request('GET', `/api/collections/${id}`)).status,
      (await request('GET', `/api/collections/${id}`, other.headers)).status,
      (await request('GET', `/api/users/${owner.user.username}/collections`, other.headers)).body.length,
    ]
    expect(await statuses()).toEqual([404, 404, 0])
    await request('PATCH', `/api/collections/${id}`, owner.headers, { visibility: 'link' })
    expect(await statuses()).toEqual([200, 200, 0])
    await request('PATCH', `/api/collections/${id}`, owner.headers, { visibility: 'public', title: 'Plans' })
    expect(await statuses()).toEqual([200, 200, 1])
    expect((await read(id)).collection).toMatchObject({ title: 'Plans', description: '' })
    // The link is secret, so no cache may store the response.
    expect((await request('GET', `/api/collections/${id}`)).headers['cache-control']).toMatch(/no-store/)
  })

  it('sees only those of its posts that they may see, and counts no others', async () => {
    const owner = await aMember()
    const other = await aMember()
    const hidden = await seedPost(database, { by: owner.user, isPrivate: true, title: 'Hidden' })
    const open = await seedPost(database)
    const { id } = await create(owner.headers, { visibility: 'public', postId: hidden.id })
    await add(id, open.id, owner.headers)
    await change(id, hidden.id, owner.headers, { note: 'My secret' })
    expect(idsIn(await read(id, owner.headers))).toEqual([hidden.id, open.id])
    for (const headers of [{}, other.headers]) {
      const page = await read(id, headers)
      expect([idsIn(page), page.collection.itemCount]).toEqual([[open.id], 1])
      expect(JSON.stringify(page)).not.toContain('My secret')
    }
    await sql`insert into private_post_grants (post_id, user_id) values (${hidden.id}, ${other.user.id})`
    expect(idsIn(await read(id, other.headers))).toEqual([hidden.id, open.id])
  })

  it('can follow it by RSS, as visitors see it, until it is private', async () => {
    const owner = await aMember()
    const hidden = await seedPost(database, { by: owner.user, isPrivate: true, title: 'Hidden' })
    const [older, newer] = [
      await seedPost(database, { title: 'Older' }),
      await seedPost(database, { title: 'Newer' }),
    ]
    const { id } = await create(owner.headers, { title: 'Best & new', visibility: 'link' })
    for (const post of [older, hidden, newer]) await add(id, post.id, owner.headers)
    const feed = () => app.inject({ url: `/c/${id}/feed.xml`, headers: owner.headers })
    const response = await feed()
    expect(response.headers['content-type']).toMatch(/^application\/rss\+xml/)
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect([...response.body.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
      expect.stringMatching(/^Best &amp; new · /),
      'Newer',
      'Older',
    ])
    await request('PATCH', `/api/collections/${id}`, owner.headers, { visibility: 'private' })
    expect((await feed()).statusCode).toBe(404)
    expect((await app.inject('/c/nonsense/feed.xml')).statusCode).toBe(404)
  })

  it('is searched by its members in whole prompts, by visitors in what they can read', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const publish = async (fields: object): Promise<{ id: number }> =>
      (
        await request('POST', '/api/posts', owner.headers, {
          description: 'For all',
          type: 'Text',
          ...fields,
        })
      ).body
    const long = `${'Say more about it. '.repeat(20)}`
    const shown = await publish({ title: 'Platypus guide', prompt: `${long} Mention the spoonbill.` })
    const other = await publish({ title: 'Echidna guide', prompt: `${long} One.`, type: 'Code' })
    const secret = await publish({ title: 'Platypus secrets', prompt: `${long} Two.`, isPrivate: true })
    const { id } = await create(owner.headers, { visibility: 'link' })
    for (const post of [other, secret, shown]) await add(id, post.id, owner.headers)
    const found = async (q: string, headers: Headers = {}) =>
      idsIn(await read(id, headers, `?q=${encodeURIComponent(q)}`))
    expect(await found('platypus', owner.headers)).toEqual([secret.id, shown.id])
    expect(await found('platypus', member.headers)).toEqual([shown.id])
    expect(await found('platypus')).toEqual([shown.id])
    expect(await found('guide')).toEqual([other.id, shown.id])
    expect(await found('guide type:code')).toEqual([other.id])
    expect(await found('spoonbill', member.headers)).toEqual([shown.id])
    expect(await found('spoonbill')).toEqual([])
    // Simulates a post that has not been indexed yet.
    await sql`delete from post_search where post_id = ${shown.id}`
    expect(await found('spoonbill', member.headers)).toEqual([shown.id])
    expect([await found('spoonbill'), await found('platypus')]).toEqual([[], [shown.id]])
    expect((await request('GET', `/api/collections/${id}?q=${'x'.repeat(2_000)}`)).status).toBe(400)
  })

  it('cannot add a post that they cannot see', async () => {
    const { headers } = await aMember()
    const hidden = await seedPost(database, { isPrivate: true })
    const { id } = await create(headers)
    expect((await add(id, hidden.id, headers)).body.code).toBe('post-not-found')
    const created = await request('POST', '/api/collections', headers, { title: 'A', postId: hidden.id })
    expect(created.body.code).toBe('post-not-found')
    expect((await request('GET', '/api/user/collections', headers)).body).toHaveLength(1)
  })
})

describe('collections of a member', () => {
  it('are listed with whether they contain a post, the last changed first', async () => {
    const { headers } = await aMember()
    const post = await seedPost(database)
    const first = await create(headers, { title: 'First' })
    const second = await create(headers, { title: 'Second' })
    const list = async () =>
      (await request('GET', `/api/user/collections?postId=${post.id}`, headers)).body.map(
        ({ id, hasPost }: { id: string; hasPost: boolean }) => [id, hasPost],
      )
    expect(await list()).toEqual([
      [second.id, false],
      [first.id, false],
    ])
    await add(first.id, post.id, headers)
    expect(await list()).toEqual([
      [first.id, true],
      [second.id, false],
    ])
  })

  it('and their posts are limited in number', async () => {
    const { headers, user } = await aMember()
    const { id } = await create(headers)
    await sql`
      insert into collections (link_id, user_id, title)
      select 'many-' || n, ${user.id}, 'Many' from generate_series(2, ${MAX_COLLECTIONS}::integer) n`
    expect((await request('POST', '/api/collections', headers, { title: 'One more' })).body.code).toBe(
      'too-many-collections',
    )
    const author = await seedUser(database)
    const post = await seedPost(database, { by: author })
    await sql`
      with copies as (
        insert into posts (title, prompt, prompt_length, description, type, user_id, seo_slug)
        select title, prompt || n, prompt_length, description, type, user_id, seo_slug || n
        from posts, generate_series(1, ${MAX_COLLECTION_ITEMS}::integer) n where id = ${post.id} returning id
      )
      insert into collection_items (collection_id, post_id, position)
      select (select id from collections where link_id = ${id}), id, row_number() over (order by id) from copies`
    expect((await add(id, post.id, headers)).body.code).toBe('collection-full')
    const { collection, items } = await read(id, headers)
    expect([collection.itemCount, items.length]).toEqual([MAX_COLLECTION_ITEMS, ITEMS_PER_PAGE])
    const listed: Collection[] = (await request('GET', '/api/user/collections', headers)).body
    expect(listed.find((each) => each.id === id)?.itemCount).toBe(MAX_COUNTED_ITEMS)
    // Adding a post that the full collection already contains succeeds.
    expect((await add(id, items[0]?.post.id ?? 0, headers)).status).toBe(200)
    const [first, last] = [
      items[0],
      await sql<{ id: number }[]>`select max(post_id) as id from collection_items`,
    ]
    await change(id, last[0]?.id ?? 0, headers, { placeOf: first?.post.id })
    expect(idsIn(await read(id, headers)).slice(0, 2)).toEqual([last[0]?.id, first?.post.id])
  })

  it('are deleted by their owner alone', async () => {
    const [{ headers }, other] = [await aMember(), await aMember()]
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const [mine, others] = [await create(headers), await create(headers, { title: 'Rude words' })]
    const remove = (id: string, by: Headers) => request('DELETE', `/api/collections/${id}`, by)
    expect((await remove(mine.id, headers)).status).toBe(200)
    expect((await remove(others.id, other.headers)).status).toBe(404)
    expect((await remove(others.id, admin)).status).toBe(403)
  })

  it('are limited in number also when several are created at the same time', async () => {
    const { headers, user } = await aMember()
    await sql`
      insert into collections (link_id, user_id, title)
      select 'filled-' || n, ${user.id}, 'Filled' from generate_series(2, ${MAX_COLLECTIONS}::integer) n`
    const creating = Promise.withResolvers<Awaited<ReturnType<typeof request>>>()
    await sql.begin(async (tx) => {
      await tx`select from users where id = ${user.id} for no key update`
      await tx`insert into collections (link_id, user_id, title) values ('the-last', ${user.id}, 'Last')`
      request('POST', '/api/collections', headers, { title: 'One more' }).then(
        creating.resolve,
        creating.reject,
      )
      // Waits until the request is blocked by the lock.
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`).length)
        .toBeGreaterThan(0)
    })
    expect((await creating.promise).body.code).toBe('too-many-collections')
  })

  it('keep an order when two moves run at the same time', async () => {
    const { headers } = await aMember()
    const { id } = await create(headers)
    const posts = [
      await seedPost(database),
      await seedPost(database),
      await seedPost(database),
      await seedPost(database),
    ]
    for (const post of posts) await add(id, post.id, headers)
    const [a, b, c, d] = posts.map((post) => post.id)
    const moves = [
      change(id, d ?? 0, headers, { placeOf: a }),
      change(id, a ?? 0, headers, { placeOf: d }),
      change(id, b ?? 0, headers, { placeOf: c }),
    ]
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(idsIn(await read(id, headers)))).toEqual(new Set([a, b, c, d]))
  })
})

describe('a download', () => {
  const download = async (id: string, format: string, headers: Headers = {}) => {
    const response = await app.inject({ url: `/api/collections/${id}/export?format=${format}`, headers })
    return { ...response, text: response.body, bytes: response.rawPayload }
  }

  it('contains what the viewer can see, in order and with notes', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const prompt = 'Say more. '.repeat(30).trim()
    const posts: { id: number }[] = []
    for (let n = 0; n < 12; n += 1) posts.push(await seedPost(database))
    const secret = await seedPost(database, { by: owner.user, isPrivate: true })
    await sql`update posts set title = 'First ' || id, prompt = ${prompt}, prompt_length = ${prompt.length} where id = any(${posts.map(({ id }) => id)})`
    const { id } = await create(owner.headers, {
      title: 'For *writers*',
      description: 'To begin with',
      visibility: 'link',
    })
    for (const post of [...posts, secret]) await add(id, post.id, owner.headers)
    await change(id, posts[0]?.id ?? 0, owner.headers, { note: 'Start\nhere' })

    const json = await download(id, 'json', member.headers)
    expect(json.headers['content-disposition']).toBe("attachment; filename*=UTF-8''for-writers.json")
    const parsed = JSON.parse(json.text)
    expect(parsed).toMatchObject({
      title: 'For *writers*',
      description: 'To begin with',
      author: owner.user.username,
    })
    expect(parsed.posts.map(({ title }: { title: string }) => title)).toEqual(
      posts.map(({ id }) => `First ${id}`),
    )
    expect(parsed.posts[0]).toMatchObject({
      prompt,
      promptTruncated: false,
      note: 'Start\nhere',
      type: 'Text',
    })
    expect(JSON.parse((await download(id, 'json')).text).posts[0]).toMatchObject({
      prompt: prompt.slice(0, 150),
      promptTruncated: true,
    })
    const own = JSON.parse((await download(id, 'json', owner.headers)).text)
    expect(own.posts).toHaveLength(13)
    expect(own.posts.at(-1)).toMatchObject({ url: null })

    const markdown = (await download(id, 'markdown', member.headers)).text
    expect(markdown).toMatch(/^# For \\\*writers\\\*\n\nTo begin with\n\nBy /)
    expect(markdown).toContain(`> Start\n> here\n\n## First ${posts[0]?.id}\n`)
    expect(markdown).toContain(`    ${prompt}`)
    expect((await download(id, 'markdown', owner.headers)).text).not.toContain('/private/')

    const zip = await download(id, 'zip', member.headers)
    const listed = namesIn(zip.bytes)
    expect(listed.slice(0, 2)).toEqual(['README.md', `0001-first-${posts[0]?.id}.md`])
    expect(listed).toHaveLength(13)
    expect(zip.bytes.includes(`    ${prompt}\n`)).toBe(true)
  })

  it('as skills has all files of those that are skills, in their folders', async () => {
    const { headers } = await aMember()
    const sent = await request('POST', '/api/skill-files', headers, {
      files: [{ path: 'scripts/run.sh', content: 'echo "Ready"' }],
    })
    const skill = JSON.stringify({ name: 'deploy', files: sent.body.files })
    const body = { title: 'Deploy', description: 'Deploys', prompt: 'Run it', form: 'skill', skill }
    const post = await request('POST', '/api/posts', headers, { ...body, type: 'Code', isPrivate: true })
    const { id } = await create(headers, { postId: post.body.id })
    const zip = await download(id, 'zip&files=skill', headers)
    expect(namesIn(zip.bytes)).toEqual(['README.md', 'deploy/SKILL.md', 'deploy/scripts/run.sh'])
    expect(zip.bytes.includes('echo "Ready"')).toBe(true)
    expect(namesIn((await download(id, 'zip&files=text', headers)).bytes)).toHaveLength(2)
  })

  it('in an unknown format of files is rejected', async () => {
    const { headers } = await aMember()
    const { id } = await create(headers, { title: 'Haikus', visibility: 'link' })
    expect((await download(id, 'zip&files=pdf', headers)).statusCode).toBe(400)
  })

  it('is refused like the collection itself', async () => {
    const { headers } = await aMember()
    const { id } = await create(headers)
    expect((await download(id, 'zip')).statusCode).toBe(404)
    expect((await download(id, 'pdf', headers)).statusCode).toBe(400)
    expect((await download(id, 'json', headers)).text).toContain('"posts":[]')
  })
})

/** Lists the file names in a zip archive, read from the header before each file. */
const namesIn = (bytes: Buffer): string[] => {
  const names: string[] = []
  const HEADER = Buffer.from('PK\u0003\u0004')
  for (let at = bytes.indexOf(HEADER); at >= 0; at = bytes.indexOf(HEADER, at + 1))
    names.push(bytes.subarray(at + 30, at + 30 + bytes.readUInt16LE(at + 26)).toString())
  return names
}
