import { beforeEach, describe, expect, it } from 'vitest'
import { sweepExpiredRows } from '#features/identity/server/sweep.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { holdMemberLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 8 })
const { sql } = database
const app = await buildTestApp(database)
let member: Awaited<ReturnType<typeof seedUser>>
let headers: Record<string, string>

beforeEach(async () => {
  await deleteRows(sql, 'users')
  member = await seedUser(database)
  headers = await seedApiToken(database, member, ['write', 'private'])
})

const create = (key: string, title = 'Best of', url = '/api/collections', more: object = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': key, ...more },
    payload: { title },
  })
const countCollections = async () => (await sql`select from collections`).length

describe('a request with an Idempotency-Key', () => {
  it('is processed once, and gets the same response when it is repeated', async () => {
    const responses = [await create('"a-key"'), await create('a-key'), await create('"a-key"')]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[2]?.headers['content-type']).toBe(responses[0]?.headers['content-type'])
    expect(await countCollections()).toBe(1)
    await create('another-key')
    expect(await countCollections()).toBe(2)
  })

  it('of another operation or another member is another request', async () => {
    await create('key')
    expect((await create('key', 'Draft', '/api/user/drafts')).statusCode).toBe(200)
    const other = await seedApiToken(database, await seedUser(database), ['write'])
    expect((await create('key', 'Best of', '/api/collections', other)).statusCode).toBe(200)
    expect(await countCollections()).toBe(2)
  })

  it('works with a session, too', async () => {
    const session = { ...(await seedSession(database, member)), 'idempotency-key': 'key' }
    const send = () =>
      app.inject({ method: 'POST', url: '/api/collections', headers: session, payload: { title: 'A' } })
    expect((await send()).body).toBe((await send()).body)
    expect(await countCollections()).toBe(1)
  })

  it('is rejected with a 422 if the key belongs to a request with another content', async () => {
    await create('key')
    expect((await create('key', 'Other')).json()).toMatchObject({
      status: 422,
      code: 'idempotency-key-reused',
    })
  })

  it('is rejected with a 409 while the first is being processed, and then gets its response', async () => {
    const release = await holdMemberLock(database, member)
    const first = create('key')
    await waitForBlockedProcess(database)
    const second = await create('key')
    expect(second.json()).toMatchObject({ status: 409, code: 'request-in-progress' })
    expect(second.headers['retry-after']).toBe('1')
    await release()
    const { body } = await first
    expect((await create('key')).body).toBe(body)
    expect(await countCollections()).toBe(1)
  })

  it('is not processed again if only storing its response has failed', async () => {
    await sql`
      create function reject_reply() returns trigger language plpgsql as $$ begin raise 'No reply is stored'; end $$`
    await sql`create trigger reject_reply before update of reply on idempotent_requests
      for each row execute function reject_reply()`
    expect((await create('key')).statusCode).toBe(500)
    await sql`drop function reject_reply cascade`
    expect((await create('key')).json()).toMatchObject({ status: 409, code: 'request-in-progress' })
    expect(await countCollections()).toBe(1)
  })

  it('can be repeated after it has failed, and after its process has died', async () => {
    expect((await create('key', '')).statusCode).toBe(400)
    expect((await create('key')).statusCode).toBe(200)
    await sql`update idempotent_requests set reply = null, locked_until = now() + interval '1 minute'`
    expect((await create('key')).statusCode).toBe(409)
    await sql`update idempotent_requests set locked_until = now() - interval '1 second'`
    expect((await create('key')).statusCode).toBe(200)
  })

  it.each(['""', '"a', 'a b', '"a"b"', 'é', 'a'.repeat(256)])(
    'with the invalid key %j is rejected',
    async (key) => {
      const response = await create(Buffer.from(key).toString('latin1'))
      expect(response.json()).toMatchObject({ status: 400, issues: [{ path: 'Idempotency-Key' }] })
      expect(await countCollections()).toBe(0)
    },
  )

  it('is stored for a day, and never for what only a browser may do', async () => {
    await create('key')
    await sweepExpiredRows(sql)
    expect(await sql`select from idempotent_requests`).toHaveLength(1)
    await sql`update idempotent_requests set created_at = now() - interval '25 hours'`
    await sweepExpiredRows(sql)
    expect(await sql`select from idempotent_requests`).toHaveLength(0)
    const session = { ...(await seedSession(database, member)), 'idempotency-key': 'key' }
    const payload = { name: 'CI', scopes: ['read'], expiresInDays: 30 }
    const send = () => app.inject({ method: 'POST', url: '/api/user/tokens', headers: session, payload })
    expect((await send()).json().token).not.toBe((await send()).json().token)
    expect(await sql`select from idempotent_requests`).toHaveLength(0)
  })
})
