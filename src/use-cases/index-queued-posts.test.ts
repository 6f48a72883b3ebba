import { expect, it } from 'vitest'
import { indexPosts } from '#features/search/server/index-query.ts'
import { insertIntoQueue } from '#features/search/server/index-queue-query.ts'
import { seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { indexQueuedPosts } from './index-queued-posts.ts'
import { deleteTopic, updateTopic } from './manage-topics.ts'
import { topicPostsJob, updateTopicPosts } from './update-topic-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const by = { ...(await seedUser(database, { isAdmin: true })), reason: '' } as never

const queueLength = async () => (await sql`select from search_index_queue`).length
const countMatches = async (word: string) =>
  (await sql`select from post_search where visible @@ websearch_to_tsquery('public.prompt_search', ${word})`)
    .length
const createTopicWithPosts = async (count: number, name: string) => {
  const topic = await seedTopic(database, { name })
  for (let n = 0; n < count; n += 1) await seedPost(database, { topic, title: `Title ${n}` })
  return topic
}
const rename = (id: number, name: string) =>
  updateTopic(sql, by, id, { name, description: '', ifMatch: null })
const queue = async ({ id }: { id: number }) =>
  insertIntoQueue(
    sql,
    (await sql<{ id: number }[]>`select id from posts where topic_id = ${id}`).map((post) => post.id),
  )

it('leaves a job that processes the queue if the process ends before that', async () => {
  const { id } = await createTopicWithPosts(3, 'Oldname')
  // No request processes the queue here, as if the process had exited.
  await rename(id, 'Newname')
  expect([await countMatches('oldname'), await countMatches('newname')]).toEqual([3, 0])
  expect(
    await sql`select data from jobs.job where name = ${topicPostsJob.name} and start_after > now()`,
  ).toEqual([{ data: { topicId: id } }])
  await topicPostsJob.run({ sql, signal: new AbortController().signal } as never, { topicId: id })
  expect(await queueLength()).toBe(0)
  expect([await countMatches('oldname'), await countMatches('newname')]).toEqual([0, 3])
})

it('indexes posts of a deleted topic, but not after a failed change or one that keeps the name', async () => {
  const { id } = await createTopicWithPosts(2, 'Steady')
  await createTopicWithPosts(1, 'Taken name')
  await expect(rename(id, 'Taken name')).rejects.toThrow('already exists')
  await updateTopic(sql, by, id, { name: 'Steady', description: 'Other words', ifMatch: null })
  expect(
    await sql`select from jobs.job where data = ${JSON.stringify({ topicId: id })}::text::jsonb`,
  ).toEqual([])
  await deleteTopic(sql, by, id)
  expect(await countMatches('steady')).toBe(2)
  await updateTopicPosts(sql, id)
  expect([await queueLength(), await countMatches('steady')]).toEqual([0, 0])
})

it('shares the queue among concurrent workers, and ends up with the latest name', async () => {
  const { id } = await createTopicWithPosts(120, 'Start')
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const work = [1, 2, 3].map(() => indexQueuedPosts(sql))
    await rename(id, name)
    await Promise.all([...work, updateTopicPosts(sql, id), updateTopicPosts(sql, id)])
  }
  await indexQueuedPosts(sql)
  expect([
    await queueLength(),
    await countMatches('alpha'),
    await countMatches('beta'),
    await countMatches('gamma'),
  ]).toEqual([0, 0, 0, 120])
})

it('waits for an edit in progress and does not overwrite its words', async () => {
  const topic = await seedTopic(database, { name: 'Quiet' })
  const post = await seedPost(database, { topic, title: 'Before' })
  await rename(topic.id, 'Loud')
  await queue(topic)
  const release = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const edit = sql.begin(async (tx) => {
    await tx`update posts set title = 'Afterwards' where id = ${post.id}`
    await indexPosts(tx, [post.id])
    written.resolve()
    await release.promise
  })
  await written.promise
  const work = indexQueuedPosts(sql)
  await waitFor(async () =>
    expect(
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    ).toHaveLength(1),
  )
  release.resolve()
  await Promise.all([edit, work])
  expect([
    await countMatches('afterwards'),
    await countMatches('before'),
    await countMatches('loud'),
  ]).toEqual([1, 0, 1])
})

it('stops between two batches when the signal aborts', async () => {
  await queue(await createTopicWithPosts(60, 'Long'))
  await indexQueuedPosts(sql, AbortSignal.abort())
  expect(await queueLength()).toBe(60)
  await indexQueuedPosts(sql)
  expect(await queueLength()).toBe(0)
})
