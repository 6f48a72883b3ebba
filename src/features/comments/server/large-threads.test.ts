import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import type { Comment, CommentPage } from '../contract.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

beforeEach(() => deleteRows(sql, 'users', 'topics'))

/**
 * Creates a post with a thread. `parentOf` returns the number (from 1) of the comment that the nth comment replies
 * to, or 0 for none.
 */
const aThread = async (count: number, parentOf: (n: number) => number) => {
  const by = await seedUser(database)
  const post = await seedPost(database, { by })
  const parents = Array.from({ length: count }, (_, at) => parentOf(at + 1))
  await sql`
    insert into comments (id, post_id, user_id, parent_id, content, score, created_at)
    select ${post.id} + n, ${post.id}, ${by.id}, case when parent > 0 then ${post.id} + parent end, 'No ' || n,
      (n * 7919) % 23, '2026-01-01'::timestamptz + n * interval '1 minute'
    from unnest(${parents}::integer[]) with ordinality as given(parent, n)`
  await sql`select setval('content_id_seq', ${post.id + count + 1})`
  await recomputeCounts(sql)
  const headers = await seedSession(database, by)
  const read = async (query = '') => {
    const answer = await app.inject({ url: `/api/posts/${post.id}/comments${query}`, headers })
    return { status: answer.statusCode, ...(answer.json() as CommentPage) }
  }
  const open = async () => (await app.inject({ url: `/api/posts/${post.id}`, headers })).json()
  return { ...post, headers, read, open }
}

const flat = (comments: readonly Comment[]): Comment[] =>
  comments.flatMap((comment) => [comment, ...flat(comment.replies)])
const deepest = (comments: readonly Comment[]): number =>
  comments.length ? 1 + Math.max(...comments.map(({ replies }) => deepest(replies))) : 0
const isByScore = (comments: readonly Comment[]) =>
  comments.every(({ score }, at) => at === 0 || (comments[at - 1]?.score ?? 0) >= score)

describe('A post with many comments', () => {
  it.each([
    ['side by side', () => 0],
    ['all as replies to one comment', (n: number) => (n === 1 ? 0 : 1)],
    ['in a few large branches', (n: number) => (n <= 10 ? 0 : Math.floor(n / 3))],
    ['deep and wide', (n: number) => (n <= 50 ? 0 : n - 50)],
  ])('opens with the best hundred in as many queries as a small one: %s', async (_, parentOf) => {
    const small = await aThread(60, parentOf)
    queries.length = 0
    await small.open()
    const few = queries.length
    const large = await aThread(3_000, parentOf)
    queries.length = 0
    const { comments, commentCount } = await large.open()
    expect(queries).toHaveLength(few)
    expect(commentCount).toBe(3_000)
    const shown = flat(comments)
    expect(shown.length).toBeLessThanOrEqual(100)
    expect(deepest(comments)).toBeLessThanOrEqual(9)
    expect(isByScore(comments)).toBe(true)
    for (const { replies, moreReplies, parentId } of shown) {
      expect(isByScore(replies)).toBe(true)
      expect(moreReplies).toBeLessThanOrEqual(100)
      if (parentId !== null) expect(shown.some(({ id }) => id === parentId)).toBe(true)
    }
  })

  it.each(['top', 'new'])('pages through every comment exactly once (%s)', async (sort) => {
    const thread = await aThread(700, (n) => (n <= 150 ? 0 : n - 150 + (n % 3)))
    const seen = new Map<number, Comment>()
    const follow = async (parent: Comment | null): Promise<void> => {
      const query = `?sort=${sort}${parent ? `&parentId=${parent.id}` : ''}`
      let after: string | null = ''
      while (after !== null) {
        const page: CommentPage = await thread.read(query + (after && `&after=${after}`))
        for (const comment of page.comments) {
          expect(comment.parentId).toBe(parent?.id ?? null)
          expect(seen.has(comment.id)).toBe(false)
          seen.set(comment.id, comment)
          const { moreReplies, replies } = comment
          if (moreReplies + replies.length > 0) await follow(comment)
        }
        after = page.after
      }
    }
    await follow(null)
    expect(seen.size).toBe(700)
  })

  it('is sorted by the server by score or newest first', async () => {
    const thread = await aThread(400, (n) => (n <= 200 ? 0 : n - 200))
    const { comments } = await thread.read('?sort=new')
    const times = comments.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(comments[0]?.content).toBe('No 200')
    expect((await thread.read('?sort=top')).comments.map(({ id }) => id)).toEqual(
      (await thread.open()).comments.map(({ id }: Comment) => id),
    )
  })

  it('shows a deep comment by its permalink with its ancestors and replies', async () => {
    const chain = await aThread(1_000, (n) => n - 1)
    expect(deepest((await chain.open()).comments)).toBe(9)
    const around = await chain.read(`?at=${chain.id + 500}`)
    const shown = flat(around.comments)
    expect(shown.map(({ content }) => content)).toEqual(
      Array.from({ length: 13 }, (_, at) => `No ${496 + at}`).filter((_, at) => at < shown.length),
    )
    expect(shown.length).toBeGreaterThan(8)
    expect(shown.at(-1)?.moreReplies).toBe(1)
    expect(flat((await chain.read(`?at=${chain.id + 1}`)).comments)[0]?.content).toBe('No 1')
    expect((await chain.read(`?at=${chain.id}`)).status).toBe(404)
    expect((await chain.read(`?at=${chain.id + 5_000}`)).status).toBe(404)
  })

  it('allows replies up to a depth of 1,000', async () => {
    const chain = await aThread(1_000, (n) => n - 1)
    const answer = (parentId: number) =>
      app.inject({
        method: 'POST',
        url: '/api/comments',
        headers: chain.headers,
        payload: { content: 'Deeper', postId: chain.id, parentId },
      })
    const last = await answer(chain.id + 1_000)
    expect(last.statusCode).toBe(200)
    const refused = await answer(last.json().id)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('too deep')
    // Reproduces the state after all comments but the last have been deleted from the top down. Deleting the last
    // comment then removes the whole chain.
    const remove = (id: number) =>
      app.inject({ method: 'DELETE', url: `/api/comments/${id}`, headers: chain.headers })
    await sql`update comments set is_deleted = true, user_id = null where post_id = ${chain.id} and id <= ${chain.id + 1_000}`
    await recomputeCounts(sql)
    expect((await app.inject({ url: `/api/posts/${chain.id}`, headers: chain.headers })).statusCode).toBe(200)
    expect((await remove(last.json().id)).statusCode).toBe(200)
    expect(await sql`select 1 from comments`).toHaveLength(0)
  })

  it('responds with 400 to an invalid query and with an empty page to an impossible cursor', async () => {
    const thread = await aThread(3, () => 0)
    for (const query of ['?sort=best', '?after=x', '?after=1.2', '?parentId=0', '?at=-1', '?after=1.2.3.4'])
      expect((await thread.read(query)).status, query).toBe(400)
    const far = await thread.read('?after=-9999999999.999999999999999.9999999999')
    expect(far).toMatchObject({ status: 200, comments: [], after: null })
  })

  it('is readable by private link only for a private post', async () => {
    const by = await seedUser(database)
    const hidden = await seedPost(database, { by, isPrivate: true })
    const url = `/api/posts/${hidden.id}/comments`
    expect((await app.inject(url)).statusCode).toBe(404)
    expect((await app.inject(`${url}?privateId=wrong`)).statusCode).toBe(404)
    const opened = await app.inject(`${url}?privateId=${hidden.privateId}`)
    expect(opened.statusCode).toBe(200)
    const stranger = await seedSession(database, await seedUser(database))
    expect((await app.inject({ url, headers: stranger })).statusCode).toBe(404)
    expect((await app.inject({ url, headers: await seedSession(database, by) })).statusCode).toBe(200)
  })
})
