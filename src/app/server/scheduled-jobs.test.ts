import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { featureJobs } from './features.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

it('removes expired rows and files on a schedule and keeps the rest', async () => {
  const user = await seedUser(database)
  const headers = await seedSession(database, user)
  const post = await seedPost(database, { by: user, score: 5, title: 'Harbour' })
  const comment = await seedComment(database, { on: post, by: user })
  for (const [key, hours] of [
    ['recent', 23],
    ['old', 25],
  ] as const) {
    const values = [user.id, Buffer.from(key), hoursAgo(hours)] as const
    await sql`insert into post_idempotency_keys (user_id, key, created_at, post_id) values (${values[0]}, ${values[1]}, ${values[2]}, ${post.id})`
    await sql`insert into comment_idempotency_keys (user_id, key, created_at, comment_id) values (${values[0]}, ${values[1]}, ${values[2]}, ${comment.id})`
  }
  const keys = (rows: readonly { key?: Buffer }[]) => rows.map(({ key }) => String(key))
  await sql`insert into search_index_queue (post_id) values (${post.id})`
  await sql`update posts set title = 'Lagoon' where id = ${post.id}`
  await sql`delete from hot_post_search`
  await sql`insert into media_files (name, touched_at) values ('unused.png', ${hoursAgo(25)}), ('new.png', now())`
  await seedSession(database, user)
  await sql`update sessions set created_at = ${hoursAgo(31 * 24)}
    where token_hash = (select token_hash from sessions order by created_at desc limit 1)`

  const config = readConfig({ DATA_DIR: getTestDataDir(app) })
  const { signal } = new AbortController()
  const context = {
    sql,
    databaseUrl: '',
    config,
    files: createFileStore(config),
    log: errorLogger,
    signal,
    enqueuedAt: new Date(),
  }
  for (const job of featureJobs.filter(({ schedule }) => schedule)) await job.run(context, {})

  expect(await sql`select name from media_files`).toHaveLength(1)
  expect(await sql`select post_id from hot_post_search`).toHaveLength(1)
  expect(await sql`select from sessions`).toHaveLength(1)
  expect(keys(await sql`select key from post_idempotency_keys`)).toEqual(['recent'])
  expect(keys(await sql`select key from comment_idempotency_keys`)).toEqual(['recent'])
  expect(await sql`select from search_index_queue`).toHaveLength(0)
  expect((await app.inject({ url: '/api/search?q=lagoon', headers })).json()).toMatchObject([{ id: post.id }])
})
