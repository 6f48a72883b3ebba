import { expect, it, vi } from 'vitest'
import { changeTopic, deleteTopic } from '#features/moderation/server/change-topics.ts'
import { testApp } from '#tests/support/app.ts'
import { aPost, aTopic, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { indexWaiting } from './index-later-query.ts'
import { indexPosts } from './index-query.ts'

const database = await testDatabase()
const { sql } = database
const by = { ...(await aUser(database, { isAdmin: true })), reason: '' } as never

const waiting = async () => (await sql`select from posts_to_index`).length
const found = async (word: string) =>
  (await sql`select from post_search where visible @@ websearch_to_tsquery('public.prompt_search', ${word})`)
    .length
const posts = async (count: number, name: string) => {
  const topic = await aTopic(database, { name })
  for (let n = 0; n < count; n += 1) await aPost(database, { topic, title: `Title ${n}` })
  return topic
}
const rename = (id: number, name: string) => changeTopic(sql, by, id, { name, description: '' })

it('What a process that ended left to be indexed is taken up by the next that starts', async () => {
  const { id } = await posts(3, 'Oldname')
  // The process ends here: nobody does the second part.
  await rename(id, 'Newname')
  expect([await waiting(), await found('oldname'), await found('newname')]).toEqual([3, 3, 0])
  const app = await testApp(database)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 5_000)
  expect([await found('oldname'), await found('newname')]).toEqual([0, 3])
})

it('A change that fails, or that leaves the name, notes nothing; a deletion does', async () => {
  const { id } = await posts(2, 'Steady')
  await posts(1, 'Taken name')
  await expect(rename(id, 'Taken name')).rejects.toThrow('There is already a topic')
  await changeTopic(sql, by, id, { name: 'Steady', description: 'Other words' })
  expect(await waiting()).toBe(0)
  await deleteTopic(sql, by, id)
  expect([await waiting(), await found('steady')]).toEqual([2, 2])
  await indexWaiting(sql)
  expect([await waiting(), await found('steady')]).toEqual([0, 0])
})

it('Several at once share the work, and the last name is what search knows', async () => {
  const { id } = await posts(120, 'Start')
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const work = [1, 2, 3].map(() => indexWaiting(sql))
    await rename(id, name)
    await Promise.all([...work, indexWaiting(sql), indexWaiting(sql)])
  }
  await indexWaiting(sql)
  expect([await waiting(), await found('alpha'), await found('beta'), await found('gamma')]).toEqual([
    ...[0, 0, 0, 120],
  ])
})

it('An edit under way is waited for: its words are not overwritten by what was there before', async () => {
  const topic = await aTopic(database, { name: 'Quiet' })
  const post = await aPost(database, { topic, title: 'Before' })
  await rename(topic.id, 'Loud')
  const release = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const edit = sql.begin(async (tx) => {
    await tx`update posts set title = 'Afterwards' where id = ${post.id}`
    await indexPosts(tx, [post.id])
    written.resolve()
    await release.promise
  })
  await written.promise
  const work = indexWaiting(sql)
  await vi.waitFor(
    async () =>
      expect(
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ).toHaveLength(1),
    5_000,
  )
  release.resolve()
  await Promise.all([edit, work])
  expect([await found('afterwards'), await found('before'), await found('loud')]).toEqual([1, 0, 1])
})

it('Stops between two batches where it is told to', async () => {
  const { id } = await posts(60, 'Long')
  await rename(id, 'Longer')
  await indexWaiting(sql, AbortSignal.abort())
  expect(await waiting()).toBe(60)
  await indexWaiting(sql)
  expect(await waiting()).toBe(0)
})
