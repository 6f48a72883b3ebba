import { expect, it } from 'vitest'
import { MAX_COUNTED_ROWS } from '#server/database/count-rows.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser, seedWaitingUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { countedLists } from '../contract-values.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const adminUser = await seedUser(database, { username: 'Counter', isAdmin: true })
const admin = await seedSession(database, adminUser)
const get = async (url: string) => (await app.inject({ url, headers: admin })).json()
const countRows = (list: string, q = '') => get(`/api/admin/totals/${list}?q=${encodeURIComponent(q)}`)

/** The endpoint of each list. */
const paths = {
  users: '/api/admin/users/search',
  prompts: '/api/admin/prompt-logs',
  reveals: '/api/post-reveals/stats',
  topics: '/api/admin/topics',
  tags: '/api/admin/tags',
  approvals: '/api/admin/sign-ups',
  requests: '/api/admin/topic-requests',
  feedback: '/api/admin/feedback',
  ads: '/api/admin/ad-requests',
  contact: '/api/admin/contact-messages',
  audit: '/api/admin/acts',
} as const

it('counts the rows that each list of the admin panel has for the same search', async () => {
  const author = await seedUser(database, { username: 'heron1' })
  await seedUser(database, { username: 'heron2' })
  await seedTopic(database, { name: 'Heron photos' })
  for (const title of ['A heron at dawn', 'Two herons', 'An owl']) {
    const { id } = await seedPost(database, { by: author, title })
    await sql`insert into post_reveals (post_id, user_id) values (${id}, ${adminUser.id})`
  }
  await sql`insert into tags (name, post_count) values ('heron', 2), ('owl', 1)`
  for (const words of ['Heron', 'Owl', 'heron again']) {
    await sql`insert into topic_requests (name, description, user_id) values (${words}, 'D', ${adminUser.id})`
    await seedWaitingUser(database, { email: `${words.replace(' ', '')}@example.org` })
    await sql`insert into feedback (content, user_id) values (${words}, ${adminUser.id})`
    await sql`insert into ad_requests (name, email, user_id) values (${words}, 'a@example.org', ${adminUser.id})`
    await sql`insert into contact_messages (name, email, content) values ('N', 'n@example.org', ${words})`
    await sql`insert into audit_events (admin_name, action, target_name) values ('Ann', 'mute-user', ${words})`
    await sql`
      insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt, models)
      values (${adminUser.id}, ${words}, 'P', '{}')`
  }
  for (const list of countedLists)
    for (const q of ['', 'heron', 'HERON', 'zebra']) {
      if (list === 'users' && q === '') continue
      const rows = await get(`${paths[list]}?q=${q}`)
      expect(await countRows(list, q), `${list} ${q}`).toMatchObject({ count: rows.length, isMore: false })
    }
})

it('adds up the numbers of the rows that match, beyond the range of an integer', async () => {
  await seedUser(database, { username: 'sums1' })
  await seedUser(database, { username: 'sums2' })
  await sql`
    update users set post_count = 3, total_upvotes = 2000000000, total_engagement = 2000000001
    where username like 'sums%'`
  expect(await countRows('users', 'sums')).toEqual({
    count: 2,
    isMore: false,
    sums: { posts: 6, upvotes: 4_000_000_000, engagement: 4_000_000_002 },
  })
  expect((await countRows('users', 'nobody')).sums).toEqual({ posts: 0, upvotes: 0, engagement: 0 })
})

it('counts no more rows than the limit, and adds nothing up beyond it', async () => {
  await sql`insert into tags (name) select 'many-' || n from generate_series(1, ${MAX_COUNTED_ROWS}) n`
  expect(await countRows('tags', 'many')).toEqual({ count: MAX_COUNTED_ROWS, isMore: false, sums: {} })
  await sql`insert into tags (name) values ('many-more')`
  expect(await countRows('tags', 'many')).toEqual({ count: MAX_COUNTED_ROWS, isMore: true, sums: {} })
  await sql`insert into topics (name, slug, post_count) select 'T' || n, 't' || n, 1 from generate_series(0, ${MAX_COUNTED_ROWS}) n`
  expect(await countRows('topics')).toEqual({ count: MAX_COUNTED_ROWS, isMore: true, sums: {} })
  expect((await app.inject({ url: '/api/admin/totals/sessions', headers: admin })).statusCode).toBe(404)
})

it('lists what has been sent to the admins from either end', async () => {
  for (const list of ['prompts', 'requests', 'feedback', 'ads', 'audit'] as const) {
    const ids = async (sort: string) =>
      (await get(`${paths[list]}?sort=${sort}`)).map(({ id }: { id: number }) => String(id))
    const newest = await ids('newest')
    expect(newest.length).toBeGreaterThan(1)
    expect(await ids('oldest'), list).toEqual(newest.toReversed())
  }
})
