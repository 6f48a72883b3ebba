import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import type { PostCard } from '../contract.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
type Row = { id: number }

const aMember = async (fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { user, headers: (await seedSession(database, user)) as Headers }
}
const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const remove = (headers: Headers, posts: readonly Row[]) =>
  send('DELETE', '/api/user/posts', headers, { ids: posts.map(({ id }) => id) })
const countVotes = (headers: Headers, posts: readonly Row[]) =>
  send('GET', `/api/user/posts/votes?ids=${posts.map(({ id }) => id).join(',')}`, headers)
const exported = async (headers: Headers, posts: readonly Row[]): Promise<PostCard[]> =>
  (await send('GET', `/api/user/posts/export?ids=${posts.map(({ id }) => id).join(',')}`, headers)).body
const remaining = async (posts: readonly Row[]) => {
  const rows = await sql<Row[]>`
    select id from posts where id = any(${posts.map(({ id }) => id)}::integer[]) order by id`
  return rows.map(({ id }) => id)
}
const notFound = ({ id }: Row) => ({ id, code: 'post-not-found', message: 'Post not found' })

describe('Deleting several posts', () => {
  it('deletes them with everything on them, and corrects every count', async () => {
    const { user, headers } = await aMember()
    const [reader, topic] = [await aMember(), await seedTopic(database)]
    const posts = [
      await seedPost(database, { by: user, topic }),
      await seedPost(database, { by: user, isPrivate: true }),
    ] as const
    const stays = await seedPost(database, { by: user, topic })
    await recomputeCounts(sql)
    for (const { id } of [posts[0], stays]) {
      await send('POST', '/api/votes', reader.headers, { postId: id, value: 1 })
      await send('POST', `/api/posts/${id}/bookmark`, reader.headers)
      await send('POST', '/api/comments', reader.headers, { postId: id, content: 'Nice' })
    }
    expect((await countVotes(headers, [...posts, stays])).body).toEqual({ count: 2 })
    expect(await remove(headers, posts)).toEqual({
      status: 200,
      body: { done: posts.map(({ id }) => id), failed: [] },
    })
    expect(await remaining([...posts, stays])).toEqual([stays.id])
    expect(await verifyCounts(sql)).toEqual([])
    const [counts] = await sql`select karma, post_count, private_posts from users where id = ${user.id}`
    expect(counts).toEqual({ karma: 1, postCount: 1, privatePosts: 0 })
  })

  it("deletes one's own, and refuses those of others like unknown ones, also to admins", async () => {
    const { user, headers } = await aMember({ isAdmin: true })
    const own = await seedPost(database, { by: user })
    const others = [
      await seedPost(database),
      await seedPost(database, { isPrivate: true }),
      { id: 2_000_000_000 },
    ] as const
    expect((await remove(headers, [others[0], own, others[1], others[2]])).body).toEqual({
      done: [own.id],
      failed: others.map(notFound),
    })
    expect(await remaining([own, ...others])).toEqual([others[0].id, others[1].id])
    expect((await countVotes(headers, others)).body).toEqual({ count: 0 })
  })

  it('changes nothing more when it is repeated, and takes an id once', async () => {
    const { user, headers } = await aMember()
    const post = await seedPost(database, { by: user })
    expect((await remove(headers, [post, post])).body).toEqual({ done: [post.id], failed: [] })
    expect((await remove(headers, [post])).body).toEqual({ done: [], failed: [notFound(post)] })
    await recomputeCounts(sql)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('takes back what comments on the posts have earned those who wrote them', async () => {
    const { user, headers } = await aMember()
    const reader = await seedUser(database)
    const posts = [await seedPost(database, { by: user }), await seedPost(database, { by: user })]
    for (const post of posts) {
      const comment = await seedComment(database, { on: post, by: reader })
      await send('POST', '/api/votes', headers, { commentId: comment.id, value: 1 })
    }
    await recomputeCounts(sql)
    await remove(headers, posts)
    expect(await verifyCounts(sql)).toEqual([])
    expect(await sql`select karma from users where id = ${reader.id}`).toEqual([{ karma: 0 }])
  })

  it('is open to muted members', async () => {
    const { user, headers } = await aMember({ isMuted: true })
    const post = await seedPost(database, { by: user })
    expect((await remove(headers, [post])).body.done).toEqual([post.id])
  })

  it('takes at most 100 posts, and at least one', async () => {
    const { headers } = await aMember()
    const many = Array.from({ length: limits.bulkPosts + 1 }, (_, index) => ({ id: index + 1 }))
    const refused = await remove(headers, many)
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'ids', message: 'Select at most 100 posts at a time' }] },
    })
    expect((await remove(headers, [])).status).toBe(400)
    expect((await countVotes(headers, many)).body.issues[0].message).toBe(
      'Select at most 100 posts at a time',
    )
    expect((await countVotes(headers, [])).status).toBe(400)
  })
})

describe('Exporting posts', () => {
  const long = 'Long. '.repeat(600).trim()

  it("has one's own prompts whole, in the order of the ids", async () => {
    const { user, headers } = await aMember()
    const topic = await seedTopic(database)
    const first = await seedPost(database, { by: user, topic, prompt: long, tags: ['sea'] })
    const second = await seedPost(database, { by: user, isPrivate: true })
    const cards = await exported(headers, [second, first])
    expect(cards.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(cards[1]).toMatchObject({
      prompt: long,
      promptTruncated: false,
      tags: ['sea'],
      topic: { id: topic.id },
    })
    expect(cards[0]).toMatchObject({ isPrivate: true, privateId: second.privateId })
  })

  it("has others' prompts whole as well, and neither reveals nor counts", async () => {
    const { user, headers } = await aMember()
    const [bookmarked, revealed] = [
      await seedPost(database, { prompt: long }),
      await seedPost(database, { prompt: long }),
    ]
    const short = await seedPost(database)
    await send('POST', `/api/posts/${bookmarked.id}/bookmark`, headers)
    await send('POST', '/api/user/reveal', headers, { postId: revealed.id })
    const cards = await exported(headers, [bookmarked, revealed, short])
    expect(cards.map(({ prompt, promptTruncated }) => [prompt.length, promptTruncated])).toEqual([
      [long.length, false],
      [long.length, false],
      ['Say something useful.'.length, false],
    ])
    const reveals = await sql`select post_id from post_reveals where user_id = ${user.id}`
    expect(reveals).toEqual([{ postId: revealed.id }])
    const [counts] = await sql`select all_time_reveals from users where id = ${user.id}`
    expect(counts).toEqual({ allTimeReveals: 1 })
  })

  it('leaves out what the member cannot see, even if it was revealed before', async () => {
    const { user, headers } = await aMember()
    const hidden = await seedPost(database, { isPrivate: true })
    await sql`insert into post_reveals (user_id, post_id) values (${user.id}, ${hidden.id})`
    const seen = await seedPost(database)
    expect((await exported(headers, [hidden, seen])).map(({ id }) => id)).toEqual([seen.id])
    await sql`insert into private_post_grants (user_id, post_id) values (${user.id}, ${hidden.id})`
    expect(await exported(headers, [hidden])).toHaveLength(1)
  })

  it('has at most 20 posts', async () => {
    const { headers } = await aMember()
    const many = Array.from({ length: limits.exportedPosts + 1 }, (_, index) => index + 1)
    expect((await send('GET', `/api/user/posts/export?ids=${many.join(',')}`, headers)).status).toBe(400)
    expect((await send('GET', '/api/user/posts/export?ids=1,,2', headers)).status).toBe(400)
  })
})

describe('Making several posts private or public', () => {
  const setPrivate = (headers: Headers, posts: readonly Row[], isPrivate: boolean) =>
    send('PATCH', '/api/user/posts', headers, { ids: posts.map(({ id }) => id), isPrivate })
  const stored = async ({ id }: Row) => {
    const [row] = await sql<
      { isPrivate: boolean; privateId: string | null; topicId: number | null; seoSlug: string }[]
    >`select is_private, private_id, topic_id, seo_slug from posts where id = ${id}`
    if (!row) throw new Error('No such post')
    return row
  }
  /** Returns the slug of a post that has never been public. */
  const neverPublic = ({ id }: Row) => `private-${id.toString(16).padStart(20, '0')}`
  const statusOf = async (url: string, headers: Headers = {}) => (await send('GET', url, headers)).status

  it('hides public posts behind a link, and corrects every count', async () => {
    const [{ user, headers }, reader, topic] = [await aMember(), await aMember(), await seedTopic(database)]
    const posts = [
      await seedPost(database, { by: user, topic, title: 'Quokkas at dawn' }),
      await seedPost(database, { by: user }),
    ]
    await recomputeCounts(sql)
    for (const { id } of posts) {
      await send('POST', '/api/votes', reader.headers, { postId: id, value: 1 })
      await send('POST', `/api/posts/${id}/bookmark`, reader.headers)
      await send('POST', '/api/comments', reader.headers, { postId: id, content: 'Nice' })
    }
    expect((await setPrivate(headers, posts, true)).body).toEqual({
      done: posts.map(({ id }) => id),
      failed: [],
    })
    expect(await verifyCounts(sql)).toEqual([])
    const [post] = posts
    if (!post) throw new Error('No post')
    const { isPrivate, privateId, topicId } = await stored(post)
    expect([isPrivate, topicId]).toEqual([true, null])
    expect(await statusOf(`/api/posts/${post.id}`, reader.headers)).toBe(404)
    expect((await send('GET', '/api/search?q=quokkas+dawn', reader.headers)).body).toEqual([])
    expect(await statusOf(`/api/private/${privateId}`)).toBe(200)
    // Making the posts private again keeps the link.
    await setPrivate(headers, posts, true)
    expect((await stored(post)).privateId).toBe(privateId)
  })

  it('publishes private posts under an address from their title, and ends their links', async () => {
    const [{ user, headers }, reader] = [await aMember(), await aMember()]
    const taken = await seedPost(database, { title: 'Wombats at noon' })
    await sql`update posts set seo_slug = 'wombats-at-noon' where id = ${taken.id}`
    const post = await seedPost(database, {
      by: user,
      isPrivate: true,
      title: 'Wombats at noon',
      tags: ['wombat'],
    })
    await sql`update posts set seo_slug = 'private-0123456789abcdef0123' where id = ${post.id}`
    await recomputeCounts(sql)
    await send('GET', `/api/private/${post.privateId}`, reader.headers)
    await send('POST', '/api/votes', reader.headers, { postId: post.id, value: 1 })
    expect((await setPrivate(headers, [post], false)).body.done).toEqual([post.id])
    expect(await verifyCounts(sql)).toEqual([])
    const { privateId, seoSlug } = await stored(post)
    expect(privateId).toBeNull()
    expect(seoSlug).toMatch(/^wombats-at-noon-./)
    expect(await statusOf(`/api/private/${post.privateId}`)).toBe(404)
    expect(await statusOf(`/api/posts/${post.id}`)).toBe(200)
    const found = (await send('GET', '/api/search?q=wombats+noon', {})).body as Row[]
    expect(found.map(({ id }) => id)).toContain(post.id)
    expect((await sql`select from tags where name = 'wombat'`).length).toBe(1)
    // The post keeps its slug when it is made private and public again.
    await setPrivate(headers, [post], true)
    await setPrivate(headers, [post], false)
    expect((await stored(post)).seoSlug).toBe(seoSlug)
  })

  it('gives posts with the same title different addresses when their authors publish at the same time', async () => {
    const authors = await Promise.all(Array.from({ length: 8 }, () => aMember()))
    const posts: Row[] = []
    for (const { user } of authors) {
      const post = await seedPost(database, { by: user, isPrivate: true, title: 'Numbats at once' })
      await sql`update posts set seo_slug = ${neverPublic(post)} where id = ${post.id}`
      posts.push(post)
    }
    const replies = await Promise.all(
      authors.map(({ headers }, index) => setPrivate(headers, posts.slice(index, index + 1), false)),
    )
    expect(replies.map(({ body }) => body.done)).toEqual(posts.map(({ id }) => [id]))
    const slugs = await Promise.all(posts.map(stored))
    expect(new Set(slugs.map(({ seoSlug }) => seoSlug)).size).toBe(posts.length)
  })

  it('refuses what could not be published either, and changes the rest', async () => {
    const [{ user, headers }, other] = [await aMember(), await aMember()]
    const source = await seedPost(database, { by: other.user, isPrivate: true })
    const secret = { by: user, isPrivate: true } as const
    const remix = await seedPost(database, secret)
    await sql`update posts set is_remix = true, remix_of = ${source.id} where id = ${remix.id}`
    const [first, second] = [
      await seedPost(database, { ...secret, prompt: 'The\nsame' }),
      await seedPost(database, { ...secret, prompt: 'The\r\nsame' }),
    ]
    const { done, failed } = (await setPrivate(headers, [remix, first, second, source], false)).body
    expect(done).toEqual([first.id])
    expect(failed.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual([
      [remix.id, 'private-source'],
      [second.id, 'duplicate-prompt'],
      [source.id, 'post-not-found'],
    ])
    expect((await stored(source)).isPrivate).toBe(true)
  })

  it('changes posts with many votes one after the other, under the same rules', async () => {
    const { user, headers } = await aMember()
    const posts: Row[] = []
    for (const prompt of ['The same', 'Another', 'The same'])
      posts.push(await seedPost(database, { by: user, isPrivate: true, prompt }))
    const ids = posts.map(({ id }) => id)
    // The rule for one request alone forbids the third; the rule for the last day would allow it.
    await sql`update posts set score = 9_000, created_at = now() - interval '2 days' where id = any(${ids}::integer[])`
    const { done, failed } = (await setPrivate(headers, posts, false)).body
    expect(done).toEqual(ids.slice(0, 2))
    expect(failed).toMatchObject([{ id: ids[2], code: 'duplicate-prompt' }])
    const transactions =
      await sql`select distinct xmin::text from posts where id = any(${ids.slice(0, 2)}::integer[])`
    expect(transactions).toHaveLength(2)
  })

  it('keeps the address of a post whose title begins like the slugs of private posts', async () => {
    const { user, headers } = await aMember()
    const post = await seedPost(database, { by: user, title: 'Private detective' })
    await sql`update posts set seo_slug = 'private-detective-1947' where id = ${post.id}`
    await setPrivate(headers, [post], true)
    await setPrivate(headers, [post], false)
    expect((await stored(post)).seoSlug).toBe('private-detective-1947')
  })

  it('gives posts with the same title different addresses', async () => {
    const { user, headers } = await aMember()
    const posts: Row[] = []
    for (let count = 0; count < 3; count += 1) {
      const post = await seedPost(database, {
        by: user,
        isPrivate: true,
        title: 'Bilbies twice',
        prompt: `Bilby ${count}`,
      })
      await sql`update posts set seo_slug = ${neverPublic(post)} where id = ${post.id}`
      posts.push(post)
    }
    expect((await setPrivate(headers, posts, false)).body.done).toHaveLength(3)
    const slugs = (await Promise.all(posts.map(stored))).map(({ seoSlug }) => seoSlug)
    expect(slugs[0]).toBe('bilbies-twice')
    expect(new Set(slugs).size).toBe(3)
    expect(slugs.every((slug) => slug.startsWith('bilbies-twice'))).toBe(true)
  })

  it('takes as many queries for 100 posts as for one', async () => {
    const [{ user, headers }, { user: reader }] = [await aMember(), await aMember()]
    const posts: Row[] = []
    for (let count = 0; count < 100; count += 1) {
      const post = await seedPost(database, {
        by: user,
        title: 'Many',
        prompt: `Prompt ${count}`,
        tags: ['many'],
      })
      await sql`
        update posts set seo_slug = ${neverPublic(post)}, mentions = ${[reader.username]}::text[]
        where id = ${post.id}`
      posts.push(post)
    }
    const count = async (some: readonly Row[], isPrivate: boolean) => {
      queries.length = 0
      expect((await setPrivate(headers, some, isPrivate)).body.done).toHaveLength(some.length)
      // The posts are indexed afterwards, in batches.
      return queries.indexOf('commit')
    }
    const first = posts.slice(0, 1)
    const rest = posts.slice(1)
    // Performs a warm-up run first because the words and tags of the posts are new in the first run.
    await count(first, true)
    await count(first, false)
    const one = [await count(first, true), await count(first, false)]
    const many = [await count(rest, true), await count(rest, false)]
    expect(many).toEqual(one)
  })

  it('leaves a post alone that another request has just published', async () => {
    const { user, headers } = await aMember()
    const [shown, hidden] = [
      await seedPost(database, { by: user }),
      await seedPost(database, { by: user, isPrivate: true }),
    ]
    const [{ reply }] = await sql.begin(async (tx) => {
      await tx`select from posts where id = ${shown.id} for update`
      const waiting = setPrivate(headers, [shown, hidden], true)
      await waitFor(async () => {
        const locks = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect(locks).toHaveLength(1)
      })
      await sql`update posts set is_private = false, private_id = null where id = ${hidden.id}`
      return [{ reply: waiting }]
    })
    expect((await reply).status).toBe(200)
    expect((await stored(shown)).isPrivate).toBe(true)
    expect((await stored(hidden)).isPrivate).toBe(false)
  })

  it('lets a muted member hide posts, but publish none', async () => {
    const { user, headers } = await aMember({ isMuted: true })
    const post = await seedPost(database, { by: user })
    expect((await setPrivate(headers, [post], true)).status).toBe(200)
    expect((await setPrivate(headers, [post], false)).body.code).toBe('account-muted')
  })
})

describe('Locks that others need', () => {
  const INDEXING = 'post_search_vector'
  const TOPIC = /update topics/

  it('are released before posts that became private or public are indexed', async () => {
    const { user, headers } = await aMember()
    const topic = await seedTopic(database)
    const post = await seedPost(database, { by: user, topic, title: 'Wombat', prompt: 'x '.repeat(99_000) })
    await recomputeCounts(sql)
    for (const isPrivate of [true, false]) {
      queries.length = 0
      await send('PATCH', '/api/user/posts', headers, { ids: [post.id], isPrivate })
      const committed = queries.indexOf('commit')
      expect(queries.slice(0, committed).filter((text) => text.includes(INDEXING))).toEqual([])
      expect(queries.slice(committed).filter((text) => text.includes(INDEXING))).not.toEqual([])
      const found = await send('GET', '/api/search?q=wombat', headers)
      expect(found.body.some(({ id }: Row) => id === post.id)).toBe(!isPrivate)
    }
  })

  it('are acquired after a new post is indexed', async () => {
    const { headers } = await aMember()
    const topic = await seedTopic(database)
    queries.length = 0
    const payload = { title: 'Long', description: 'Text', prompt: 'y '.repeat(99_000), topicId: topic.id }
    expect((await send('POST', '/api/posts', headers, payload)).status).toBe(200)
    const indexed = queries.findLastIndex((text) => text.includes(INDEXING))
    expect(indexed).toBeGreaterThan(0)
    expect(queries.findIndex((text) => TOPIC.test(text))).toBeGreaterThan(indexed)
  })
})
