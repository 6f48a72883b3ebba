import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { countRowsScanned } from '#tests/support/count-rows-scanned.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { holdPostLock } from '#tests/support/hold-lock.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { tagReplacementJob } from './rename-tags-query.ts'
import { refreshTags, selectTag } from './tags-query.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
const author = await seedUser(database)
const headers = await seedSession(database, author)

const rename = async (from: string, name: string) =>
  (
    await app.inject({ method: 'PUT', url: `/api/admin/tags/${from}`, headers: admin, payload: { name } })
  ).json()
const idsIn = async (url: string): Promise<number[]> =>
  (await app.inject({ url, headers })).json().map(({ id }: { id: number }) => id)
const storedTags = async () =>
  (await sql<{ tag: string }[]>`select distinct unnest(tags) as tag from posts order by 1`).map(
    ({ tag }) => tag,
  )
const tagsOf = async ({ id }: { id: number }) =>
  (await app.inject({ url: `/api/posts/${id}`, headers })).json().tags
const tagCounts = async () =>
  Object.fromEntries(
    (await sql<{ name: string; postCount: number }[]>`select name, post_count from tags`).map((tag) => [
      tag.name,
      tag.postCount,
    ]),
  )

it('shows every post under the new name at once, although the posts are changed later', async () => {
  const locked = await seedPost(database, { by: author, tags: ['mails', 'work'] })
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, tags, seo_slug)
    select 'T', 'D', 'P', 1, ${author.id}, '{mails}', 'mails-' || n from generate_series(1, 250) n`
  const target = await seedPost(database, { by: author, tags: ['email'] })
  const hidden = await seedPost(database, { by: author, tags: ['email', 'mails'], isPrivate: true })
  await recomputeCounts(sql)
  await refreshTags(sql)
  const [last] = await sql<{ id: number }[]>`select id from posts where seo_slug = 'mails-250'`
  const unlock = await holdPostLock(database, locked)
  try {
    expect(await rename('mails', 'email')).toEqual({ name: 'email', posts: 252 })
    expect(await storedTags()).toContain('mails')
    // Others can change the posts.
    const vote = { postId: last?.id, value: 1 }
    expect((await app.inject({ method: 'POST', url: '/api/votes', headers, payload: vote })).statusCode).toBe(
      200,
    )
    const read = async () => ({
      tags: [await tagsOf(locked), await tagsOf(hidden), await tagsOf({ id: Number(last?.id) })],
      feed: await idsIn('/api/posts?tag=email&sortBy=new'),
      search: (await idsIn('/api/search?q=tag:email&sortBy=new')).includes(Number(last?.id)),
      both: await idsIn('/api/search?q=tag:email%20tag:work'),
      counts: await tagCounts(),
    })
    const pending = await read()
    expect(pending).toMatchObject({
      tags: [['email', 'work'], ['email'], ['email']],
      feed: expect.arrayContaining([target.id, last?.id]),
      search: true,
      both: [locked.id],
      counts: { email: 252, work: 1 },
    })
    await refreshTags(sql)
    expect((await tagCounts()).email).toBe(252)
    // A renaming of the new name, and one back to the first name, while the first one is in progress.
    expect(await rename('email', 'post')).toEqual({ name: 'post', posts: 253 })
    expect(await tagsOf(locked)).toEqual(['post', 'work'])
    expect(await rename('post', 'mails')).toEqual({ name: 'mails', posts: 253 })
    expect(await tagsOf(locked)).toEqual(['mails', 'work'])
    expect(await rename('mails', 'letters')).toEqual({ name: 'letters', posts: 253 })
    expect(await tagsOf(locked)).toEqual(['letters', 'work'])
    expect(await idsIn('/api/search?q=tag:letters%20tag:work')).toEqual([locked.id])
  } finally {
    await unlock()
  }
  const context = { sql, signal: new AbortController().signal } as unknown as JobContext
  // Twice, because a job whose server dies is repeated.
  for (const _ of [1, 2]) await tagReplacementJob.run(context, {})
  expect(await storedTags()).toEqual(['letters', 'work'])
  expect(await sql`select from tag_redirects where is_pending`).toHaveLength(0)
  expect(await tagsOf(hidden)).toEqual(['letters'])
  expect((await app.inject('/api/tags/mails')).json()).toMatchObject({ name: 'letters' })
  expect(await verifyCounts(sql)).toEqual([])
})

it('gives a tag the name of another one only after all posts have the new name of that one', async () => {
  const locked = await seedPost(database, { by: author, tags: ['maps'] })
  const other = await seedPost(database, { by: author, tags: ['charts'] })
  await refreshTags(sql)
  const unlock = await holdPostLock(database, locked)
  try {
    expect(await rename('maps', 'atlas')).toEqual({ name: 'atlas', posts: 1 })
    expect(await rename('charts', 'maps')).toMatchObject({ status: 409, code: 'tag-being-renamed' })
    expect([await tagsOf(locked), await tagsOf(other)]).toEqual([['atlas'], ['charts']])
  } finally {
    await unlock()
  }
  await tagReplacementJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})
  expect(await rename('charts', 'maps')).toEqual({ name: 'maps', posts: 1 })
  expect([await tagsOf(locked), await tagsOf(other)]).toEqual([['atlas'], ['maps']])
})

it('stops between two batches when the signal aborts, and goes on the next time', async () => {
  const post = await seedPost(database, { by: author, tags: ['alpha'] })
  await sql`insert into tag_redirects (name, target, is_pending) values ('alpha', 'beta', true)`
  const run = (signal: AbortSignal) => tagReplacementJob.run({ sql, signal } as unknown as JobContext, {})
  await expect(run(AbortSignal.abort())).rejects.toThrow('abort')
  expect(await tagsOf(post)).toEqual(['beta'])
  expect(await storedTags()).toContain('alpha')
  await run(new AbortController().signal)
  expect(await storedTags()).not.toContain('alpha')
})

it('looks for a tag that no post has in the index, not in every post', async () => {
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, tags, seo_slug)
    select 'T', 'D', 'P', 1, ${author.id}, array['tag-' || n % 500], 'indexed-' || n from generate_series(1, 20_000) n`
  // Vacuum also moves new entries into the index, without which PostgreSQL may read every post.
  await sql`vacuum analyze posts`
  const scanned = await countRowsScanned(sql, 'posts', async (tx) => {
    expect(await selectTag(tx, 'no-such-tag')).toBeNull()
  })
  expect(scanned).toBe(0)
})
