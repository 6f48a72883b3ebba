import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { FAULT_ROUNDS } from '#tests/support/trust-report.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { errorLogger } from '../log.ts'
import { openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

/** `TRUST_ROUNDS=2` makes it ten million, which takes some minutes. */
const VOTES = FAULT_ROUNDS > 1 ? 10_000_000 : 100_000
const VOTES_PER_POST = Math.sqrt(VOTES / 2) | 0

const database = openDatabase({ url: await provisionTestDatabase(), max: 5, statementTimeoutMs: 0 })
const { sql } = database
const app = await buildTestApp(database)
const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const run = () => migrate(database, errorLogger, folder)

/** Inserts the votes without checking their references, which would take most of the time. */
const fill = () =>
  sql.reserve(async (connection) => {
    await connection`set session_replication_role = replica`
    await connection`
      insert into votes (user_id, post_id, value)
      select 10000000 + member, 10000000 + post, 1
      from generate_series(1, ${Math.ceil(VOTES / VOTES_PER_POST)}::integer) post, generate_series(1, ${VOTES_PER_POST}::integer) member`
    await connection`analyze votes`
  })

it('adds an index and a column to a large table while members vote, also after a server died meanwhile', {
  timeout: 600_000,
}, async () => {
  await fill()
  const post = await seedPost(database)
  const voters: Record<string, string>[] = []
  for (let count = 0; count < 20; count += 1)
    voters.push(await seedSession(database, await seedUser(database)))
  const vote = async () => {
    const headers = voters.pop() ?? {}
    const payload = { postId: post.id, value: 1 }
    return (await app.inject({ method: 'POST', url: '/api/votes', headers, payload })).statusCode
  }
  const findBackend = async () => {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where query like 'create index concurrently large_votes%' and pid <> pg_backend_pid()`
    return row?.pid
  }
  write(
    '0001-index.sql',
    '-- no transaction\ndrop index concurrently if exists large_votes;\ncreate index concurrently large_votes on votes (post_version, id);\n',
  )
  // An older transaction makes the index wait, however fast the machine builds it.
  await sql.begin('isolation level repeatable read', async (tx) => {
    await tx`select from posts limit 1`
    const killed = run()
    killed.catch(() => {})
    await waitFor(async () => expect(await findBackend()).toBeDefined())
    for (let count = 0; count < 5; count += 1) expect(await vote()).toBe(200)
    await sql`select pg_terminate_backend(${(await findBackend()) ?? 0})`
    await expect(killed).rejects.toThrow('0001-index.sql failed')
  })
  const [invalid] = await sql`select indisvalid from pg_index where indexrelid = to_regclass('large_votes')`
  expect(invalid).toEqual({ indisvalid: false })

  const { migrating } = await sql.begin('isolation level repeatable read', async (tx) => {
    await tx`select from posts limit 1`
    const migrating = run()
    await waitFor(async () => expect(await findBackend()).toBeDefined())
    for (let count = 0; count < 5; count += 1) expect(await vote()).toBe(200)
    return { migrating }
  })
  expect(await migrating).toEqual(['0001-index.sql'])
  const [index] = await sql`select indisvalid from pg_index where indexrelid = 'large_votes'::regclass`
  expect(index).toEqual({ indisvalid: true })

  write('0002-column.sql', 'alter table votes add column note text not null default $$none$$;')
  expect(await run()).toEqual(['0002-column.sql'])
  expect(await vote()).toBe(200)
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from votes`
  expect(row?.count).toBe(Math.ceil(VOTES / VOTES_PER_POST) * VOTES_PER_POST + 11)
})
