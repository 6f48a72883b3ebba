import { beforeEach, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { holdPostLock } from '#tests/support/hold-lock.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { topicPostsJob } from './update-topic-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

beforeEach(() => sql`truncate users, topics, posts, jobs.job cascade`)

const asAdmin = async () => seedSession(database, await seedUser(database, { isAdmin: true }))

/** Creates a topic with more posts than one batch changes. */
const seedLargeTopic = async () => {
  const topic = await seedTopic(database, { name: 'Beekeeping' })
  const author = await seedUser(database)
  await sql`
    insert into posts (title, description, prompt, prompt_length, user_id, topic_id, seo_slug, created_at)
    select 'T', 'D', 'P', 1, ${author.id}, ${topic.id}, 'bee-' || n, date_trunc('minute', now()) - n / 40 * interval '1 minute'
    from generate_series(1, 250) n`
  const post = await seedPost(database, { by: author, topic, title: 'Swarms' })
  await recomputeCounts(sql)
  return { topic, author, post }
}

const runJob = async () => {
  const [job] = await sql<{ data: object }[]>`select data from jobs.job where name = ${topicPostsJob.name}`
  const context = { sql, signal: new AbortController().signal } as unknown as JobContext
  // Twice, because a job whose server dies is repeated.
  for (const _ of [1, 2]) await topicPostsJob.run(context, topicPostsJob.payload.parse(job?.data))
}

const countInTopic = async ({ id }: { id: number }) =>
  (await sql`select from posts where topic_id = ${id}`).length

it('deletes a topic at once, although one of its posts is locked', async () => {
  const { topic, author, post } = await seedLargeTopic()
  const [other] = await sql<{ id: number }[]>`select id from posts where seo_slug = 'bee-7'`
  const headers = await asAdmin()
  const unlock = await holdPostLock(database, post)
  try {
    const response = await app.inject({ method: 'DELETE', url: `/api/admin/topics/${topic.id}`, headers })
    expect(response.statusCode).toBe(200)
    expect((await app.inject(`/api/topics/${topic.slug}`)).statusCode).toBe(404)
    const read = (await app.inject(`/api/posts/${post.id}`)).json()
    expect(read.post ?? read).toMatchObject({ topicId: null, topic: null })
    const vote = await app.inject({
      method: 'POST',
      url: '/api/votes',
      headers: await seedSession(database, author),
      payload: { postId: other?.id, value: 1 },
    })
    expect(vote.statusCode).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
  } finally {
    await unlock()
  }
  await runJob()
  expect(await countInTopic(topic)).toBe(0)
  expect(await sql`select from search_index_queue`).toHaveLength(0)
  expect(await verifyCounts(sql)).toEqual([])
})

it('takes posts out of topics that a server of the previous version has deleted', async () => {
  const { topic } = await seedLargeTopic()
  const existing = await seedTopic(database)
  await seedPost(database, { topic: existing })
  await sql`delete from topics where id = ${topic.id}`
  const context = { sql, signal: new AbortController().signal } as unknown as JobContext
  await topicPostsJob.run(context, {})
  expect([await countInTopic(topic), await countInTopic(existing)]).toEqual([0, 1])
})
