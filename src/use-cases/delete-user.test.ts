import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { closeAccount } from '#features/members/server/members-query.ts'
import { removeMemberFromPostMentions } from '#features/posts/server/delete-posts-query.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { countRowsScanned } from '#tests/support/count-rows-scanned.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { holdPostLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { startPausingProxy } from '#tests/support/pausing-proxy.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { memberDeletionJob } from './delete-user.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const proxy = await startPausingProxy(url)
const { sql } = database
const app = await buildTestApp(database)

type Row = { id: number }

const vote = async (by: Row, post: Row) =>
  app.inject({
    method: 'POST',
    url: '/api/votes',
    headers: await seedSession(database, by),
    payload: { postId: post.id, value: 1 },
  })

/** Creates a member with more votes, comments and notifications than one batch deletes, on posts of `author`. */
const seedBusyMember = async (author: Row) => {
  const member = await seedUser(database)
  const post = await seedPost(database, { by: author })
  const own = await seedPost(database, { by: member })
  const first = await seedComment(database, { on: post, by: member })
  const reply = await seedComment(database, { on: post, by: author, parent: first })
  await seedComment(database, { on: post, by: member, parent: reply })
  await sql`
    insert into comments (post_id, user_id, content) select ${post.id}, ${member.id}, 'Comment ' || n from generate_series(1, 250) n`
  await sql`
    insert into votes (comment_id, user_id, value) select id, ${author.id}, 1 from comments where user_id = ${member.id}`
  await sql`
    insert into votes (comment_id, user_id, value) select id, ${member.id}, -1 from comments where post_id = ${post.id}`
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id, comment_id)
    select ${author.id}, 'comment', post_id, user_id, id from comments where user_id = ${member.id}`
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, seo_slug)
    select 'T', 'D', 'P', 1, ${member.id}, 'of-' || ${member.id}::integer || '-' || n from generate_series(1, 150) n`
  await sql`update posts set mentions = array[${member.username}] where id = ${post.id}`
  await recomputeCounts(sql)
  return { member, post, own, first, reply }
}

const deleteAsAdmin = async (member: Row) =>
  app.inject({
    method: 'DELETE',
    url: `/api/admin/users/${member.id}`,
    headers: await seedSession(database, await seedUser(database, { isAdmin: true })),
  })

const runJob = (connection: typeof sql, userId: number) => {
  const config = { oidc: { providerId: 'x', external: null } }
  const context = { sql: connection, config, signal: new AbortController().signal }
  return memberDeletionJob.run(context as unknown as JobContext, { userId })
}

const userExists = async ({ id }: Row) => (await sql`select from users where id = ${id}`).length > 0

it('lets others vote on the posts that a deleted member has commented on, while the deletion waits', async () => {
  const author = await seedUser(database)
  const { member, post, own, first, reply } = await seedBusyMember(author)
  const headers = await seedSession(database, member)
  const unlock = await holdPostLock(database, own)
  const deletion = deleteAsAdmin(member)
  await waitForBlockedProcess(database)
  try {
    expect((await vote(author, post)).statusCode).toBe(200)
    // The account has ended already.
    expect((await app.inject({ url: '/api/user/export', headers })).statusCode).toBe(401)
    expect((await app.inject(`/api/users/${member.username}`)).statusCode).toBe(404)
    expect((await deleteAsAdmin(member)).statusCode).toBe(404)
    expect(await verifyCounts(sql)).toEqual([])
  } finally {
    await unlock()
  }
  expect((await deletion).statusCode).toBe(200)
  expect(await userExists(member)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
  const comments = await sql`select id, content, user_id from comments where post_id = ${post.id} order by id`
  expect(comments).toEqual([
    { id: first.id, content: '[deleted]', userId: null },
    { id: reply.id, content: 'A comment', userId: author.id },
  ])
  expect(await sql`select mentions from posts where id = ${post.id}`).toEqual([{ mentions: [] }])
})

it('finishes in a job what a stopped request has left of a deleted member', async () => {
  const author = await seedUser(database)
  const { member, own } = await seedBusyMember(author)
  const unlock = await holdPostLock(database, own)
  const deletion = deleteAsAdmin(member)
  const pid = await waitForBlockedProcess(database)
  await sql`select pg_terminate_backend(${pid})`
  expect((await deletion).statusCode).toBe(200)
  await unlock()
  expect(await userExists(member)).toBe(true)
  expect(await verifyCounts(sql)).toEqual([])
  const [job] = await sql<{ data: { userId: number } }[]>`
    select data from jobs.job where name = ${memberDeletionJob.name} order by created_on desc limit 1`
  expect(job?.data).toEqual({ userId: member.id })
  // Twice, because a job whose server dies is repeated.
  for (const _ of [1, 2]) await runJob(sql, member.id)
  expect(await userExists(member)).toBe(false)
  expect(await verifyCounts(sql)).toEqual([])
})

it('keeps a reply to a comment that a request has written while the account was being deleted', async () => {
  const { member } = await seedBusyMember(await seedUser(database))
  const author = await seedUser(database)
  const post = await seedPost(database, { by: author })
  await recomputeCounts(sql)
  await closeAccount(sql, member.id)
  const { deletion } = await sql.begin(async (tx) => {
    const add = (by: Row, content: string) => tx`
      insert into comments (post_id, user_id, content, parent_id)
      select ${post.id}, ${by.id}, ${content}, (select id from comments where content = 'Late') returning id`
    await add(member, 'Late')
    await add(author, 'Reply')
    await tx`update posts set comment_count = comment_count + 2 where id = ${post.id}`
    await tx`update users set total_engagement = total_engagement + 1 where id = ${author.id}`
    const deletion = runJob(sql, member.id)
    await waitForBlockedProcess(database)
    return { deletion }
  })
  await deletion
  expect(await userExists(member)).toBe(false)
  const [comment] = await sql`
    select p.content, p.user_id from comments c join comments p on p.id = c.parent_id where c.content = 'Reply'`
  expect(comment).toEqual({ content: '[deleted]', userId: null })
  expect(await verifyCounts(sql)).toEqual([])
})

it('deletes a member once when two servers do it at the same time, or one dies between two statements', async () => {
  const isWaiting = async () => (await sql`select from pg_locks where not granted`).length > 0
  for (const statement of [2, 5, 7, 9, 13, 19, 24, 31, 38, 47]) {
    const { member, first } = await seedBusyMember(await seedUser(database))
    await closeAccount(sql, member.id)
    const other = openDatabase({
      url: `${proxy.url}${proxy.url.includes('?') ? '&' : '?'}application_name=interrupted`,
      max: 2,
    })
    const paused = proxy.pauseBefore(statement)
    const interrupted = runJob(other.sql, member.id).then(
      () => 'done',
      () => 'failed',
    )
    await paused
    let isDone = false
    const running = runJob(sql, member.id).finally(() => {
      isDone = true
    })
    while (!isDone && !(await isWaiting())) await new Promise(setImmediate)
    if (statement % 2)
      expect(
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'interrupted'`,
      ).not.toHaveLength(0)
    proxy.resume()
    await Promise.all([interrupted, running])
    await other.close()
    expect(await userExists(member), `statement ${statement}`).toBe(false)
    expect(await verifyCounts(sql), `statement ${statement}`).toEqual([])
    expect(await sql`select content from comments where id = ${first.id}`).toEqual([{ content: '[deleted]' }])
  }
})

it('finds the mentions of a deleted member in the index, not in every post', async () => {
  const author = await seedUser(database)
  const member = await seedUser(database)
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, mentions, seo_slug)
    select 'T', 'D', 'P', 1, ${author.id}, array['other' || n % 500], 'mentioning-' || n from generate_series(1, 20_000) n`
  // Vacuum also moves new entries into the index, without which PostgreSQL may read every post.
  await sql`vacuum analyze posts`
  const scanned = await countRowsScanned(sql, 'posts', async (tx) => {
    expect(await removeMemberFromPostMentions(tx, member.id, 100)).toBe(0)
  })
  expect(scanned).toBe(0)
})
