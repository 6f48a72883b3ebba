import { beforeEach, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { deleteCommentRow } from '#features/comments/server/deletion-query.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { forgetChanges, selectLargestTransaction, watchChanges } from '#tests/support/watch-changes.ts'
import { commentPurgeJob } from './purge-comments.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database
const app = await buildTestApp(database)
const COUNT = 2_000
/** The most rows that a transaction may change. */
const MAX_ROWS = 1_200
await sql`
  insert into users (username, google_id, email, profile_completed)
  select 'reader' || n, 'reader' || n, 'x', true from generate_series(1, ${COUNT}::integer) n`
await watchChanges(sql)
beforeEach(() => sql`with deleted as (delete from jobs.job) delete from posts`)

type Row = { id: number }

/** Creates a comment with upvotes, downvotes, one vote of its author, and a notification of each vote. */
const seedBusyComment = async () => {
  const author = await seedUser(database)
  const post = await seedPost(database)
  const parent = await seedComment(database, { on: post })
  const comment = await seedComment(database, { on: post, by: author, parent })
  const readers = sql`select id from users where username ~ '^reader'`
  await sql`
    insert into votes (comment_id, user_id, value)
    select ${comment.id}::integer, id, case when id % 3 = 0 then -1 else 1 end from (${readers}) readers
    union all select ${comment.id}::integer, ${author.id}::integer, 1`
  await sql`
    insert into notifications (user_id, type, post_id, comment_id, from_user_id)
    select ${author.id}, 'upvote', ${post.id}, ${comment.id}, id from (${readers}) readers`
  const [sum] = await sql<{ score: number }[]>`
    select sum(value)::integer as score from votes where comment_id = ${comment.id}`
  await sql`update comments set score = ${sum?.score ?? 0} where id = ${comment.id}`
  await recomputeCounts(sql)
  await forgetChanges(sql)
  return { post, parent, comment, author }
}

const request = async (method: 'DELETE', url: string, by: Row, payload?: object) =>
  (
    await app.inject({
      method,
      url,
      headers: await seedSession(database, by),
      ...(payload ? { payload } : {}),
    })
  ).statusCode

const commentExists = async ({ id }: Row) => (await sql`select from comments where id = ${id}`).length > 0

const userExists = async ({ id }: Row) => (await sql`select from users where id = ${id}`).length > 0

const runJob = (id: number) =>
  commentPurgeJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {
    commentId: id,
  })

const expectBoundedAndRight = async (id: number) => {
  // In case the request has not waited any longer.
  await runJob(id)
  expect((await selectLargestTransaction(sql)).rows).toBeLessThanOrEqual(MAX_ROWS)
  expect(await sql`select from notifications where comment_id = ${id}`).toHaveLength(0)
  expect(await verifyCounts(sql)).toEqual([])
}

it('changes a bounded number of rows in each transaction when a member deletes a comment with many votes', async () => {
  const { comment, author, parent } = await seedBusyComment()
  expect(await request('DELETE', `/api/comments/${comment.id}`, author)).toBe(200)
  await expectBoundedAndRight(comment.id)
  expect(await commentExists(comment)).toBe(false)
  expect(await commentExists(parent)).toBe(true)
})

it('keeps the votes on a comment that an admin removes, because that can be undone', async () => {
  const { comment } = await seedBusyComment()
  const admin = await seedUser(database, { isAdmin: true })
  const url = `/api/admin/comments/${comment.id}`
  expect(await request('DELETE', url, admin, { reason: 'Spam' })).toBe(200)
  expect(await request('DELETE', url, admin, { reason: 'Spam' })).toBe(404)
  expect((await selectLargestTransaction(sql)).rows).toBeLessThanOrEqual(MAX_ROWS)
  expect(await verifyCounts(sql)).toEqual([])
  expect(await sql`select from votes where comment_id = ${comment.id}`).toHaveLength(COUNT + 1)
})

it('does so when its author is deleted', async () => {
  const { comment, author } = await seedBusyComment()
  expect(await request('DELETE', '/api/user', author, { confirm: author.username })).toBe(200)
  await expect.poll(() => commentExists(comment)).toBe(false)
  await expectBoundedAndRight(comment.id)
})

it('keeps the votes on a comment with replies, and deletes them with its last reply', async () => {
  const { comment, author, post } = await seedBusyComment()
  const replier = await seedUser(database)
  const reply = await seedComment(database, { on: post, by: replier, parent: comment })
  await recomputeCounts(sql)
  await forgetChanges(sql)
  expect(await request('DELETE', `/api/comments/${comment.id}`, author)).toBe(200)
  await expectBoundedAndRight(comment.id)
  expect(await sql`select from votes where comment_id = ${comment.id}`).toHaveLength(COUNT + 1)
  expect(await request('DELETE', `/api/comments/${reply.id}`, replier)).toBe(200)
  await expectBoundedAndRight(reply.id)
  expect(await commentExists(comment)).toBe(false)
})

it('does so with a comment whose last reply goes when the account of the reply is deleted', async () => {
  const { comment, author, post } = await seedBusyComment()
  const replier = await seedUser(database)
  await seedComment(database, { on: post, by: replier, parent: comment })
  await recomputeCounts(sql)
  expect(await request('DELETE', `/api/comments/${comment.id}`, author)).toBe(200)
  await runJob(comment.id)
  await forgetChanges(sql)
  expect(await request('DELETE', '/api/user', replier, { confirm: replier.username })).toBe(200)
  await expect.poll(() => userExists(replier)).toBe(false)
  expect(await commentExists(comment)).toBe(true)
  expect(
    await sql`select data from jobs.job where name = ${commentPurgeJob.name} order by created_on`,
  ).toEqual([{ data: { commentId: comment.id } }, { data: { commentId: comment.id } }])
  await expectBoundedAndRight(comment.id)
  expect(await commentExists(comment)).toBe(false)
})

it('hides the text at once, and a job deletes the rest if the server was stopped', async () => {
  const { comment, author, post } = await seedBusyComment()
  expect(await sql.begin((tx) => deleteCommentRow(tx, comment.id))).toEqual({ hasMore: true })
  const thread = await app.inject(`/api/posts/${post.id}/comments`)
  expect(thread.body).toContain('[deleted]')
  const headers = await seedSession(database, author)
  const vote = {
    method: 'POST',
    url: '/api/votes',
    headers,
    payload: { commentId: comment.id, value: 1 },
  } as const
  expect((await app.inject(vote)).statusCode).toBe(404)
  expect(await verifyCounts(sql)).toEqual([])
  for (const _ of [1, 2]) await runJob(comment.id)
  expect(await commentExists(comment)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
})
