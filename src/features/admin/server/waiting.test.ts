import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { MAX_INBOX_COUNT } from '../contract-values.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)
const user = await seedUser(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))

const waiting = async () => (await app.inject({ url: '/api/admin/waiting', headers: admin })).json()

it('counts what waits for an admin with one query, each kind up to a limit', async () => {
  expect(await waiting()).toEqual({ requests: 0, feedback: 0, ads: 0, contact: 0, approvals: 0 })
  await sql`insert into topic_requests (name, description, user_id) values ('Chess', 'Openings', ${user.id})`
  await sql`
    insert into feedback (content, user_id)
    select 'Nice ' || n, ${user.id} from generate_series(1, ${MAX_INBOX_COUNT + 5}::integer) n`
  queries.length = 0
  expect(await waiting()).toEqual({
    requests: 1,
    feedback: MAX_INBOX_COUNT,
    ads: 0,
    contact: 0,
    approvals: 0,
  })
  expect(queries.filter((text) => text.includes('topic_requests'))).toHaveLength(1)
})
