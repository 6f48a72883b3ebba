import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { countWrites } from '#tests/support/count-writes.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { AnySql } from './connect.ts'
import { classifyDatabaseError } from './errors.ts'
import { runWithQueryOrigin } from './query-origin.ts'

const database = await createTestDatabase()
const { sql } = database

it('writes what a transaction sends at the same time to its connection at once, with its beginning', async () => {
  const read = () =>
    sql.begin('read only', async (tx) => {
      const [[one], [two]] = await Promise.all([
        tx<{ n: number }[]>`select ${1}::integer as n`,
        tx<{ n: number }[]>`select ${2}::integer as n, 'x' as text`,
      ])
      return [one?.n, two?.n]
    })
  expect(await read()).toEqual([1, 2])
  // The second one is the commit.
  expect(await countWrites(read)).toBe(2)
})

it('sends what finishes a transaction together with its commit, as a part of it', async () => {
  const read = () =>
    sql.begin(
      'read only',
      async (tx) => (await tx<{ n: number }[]>`select ${1}::integer as n`)[0]?.n ?? 0,
      (tx, n) => tx`select ${n}::integer + 1 as n, current_setting('transaction_read_only') as is_read_only`,
    )
  expect(await read()).toEqual([{ n: 2, isReadOnly: 'on' }])
  expect(await countWrites(read)).toBe(2)
})

it('sends a transaction in which nothing precedes its finish at once', async () => {
  const read = () =>
    sql.begin(
      'read only',
      async () => {},
      (tx) => tx`select 1 as n`,
    )
  expect(await read()).toEqual([{ n: 1 }])
  expect(await countWrites(read)).toBe(1)
})

it('rejects with the error of what finishes a transaction, and uses the connection again', async () => {
  const read = sql.begin(
    'read only',
    async (tx) => tx`select 1`,
    (tx) => tx`select 1 / 0`,
  )
  await expect(read).rejects.toThrow('division by zero')
  expect(await sql.begin('read only', async (tx) => tx`select 1 as n`)).toEqual([{ n: 1 }])
})

it('rejects with the first error of statements sent at the same time, and rolls all of them back', async () => {
  await sql`create table things (n integer primary key)`
  const inserted = sql.begin(async (tx) => {
    await Promise.all([
      tx`insert into things values (1)`,
      tx`insert into things values (1)`,
      tx`insert into things values (2)`,
    ])
  })
  await expect(inserted).rejects.toThrow('things_pkey')
  expect(await sql`select n from things`).toEqual([])
})

it('runs no statement of a transaction that may write and cannot begin', async () => {
  await sql`create table others (n integer)`
  const inserted = sql.begin('isolation level unknown', async (tx) => {
    await tx`insert into others values (1)`
  })
  await expect(inserted).rejects.toThrow()
  expect(await sql`select n from others`).toEqual([])
})

it('reads with a cursor over a connection of a transaction, before and after other statements', async () => {
  const read = sql.begin('read only', async (tx) => {
    const before = await tx`select 0 as n`
    const batches: unknown[] = []
    for await (const rows of tx`select n from generate_series(1, 5) n`.cursor(2)) batches.push(rows)
    const [after, last] = await Promise.all([tx`select 6 as n`, tx`select 7 as n`])
    return [before, ...batches, after, last]
  })
  expect(await read).toEqual([[0], [1, 2], [3, 4], [5], [6], [7]].map((batch) => batch.map((n) => ({ n }))))
})

describe('Statements of a read', () => {
  const pidOf = async (connections: AnySql = sql) =>
    (await connections<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const reading = <T>(work: () => Promise<T>) => runWithQueryOrigin({ requestId: '1', isWrite: false }, work)

  it('that are sent at the same time share a connection and are written at once', async () => {
    const read = () =>
      reading(() => Promise.all([pidOf(), sql<{ n: number }[]>`select ${2}::integer as n`, pidOf()]))
    const [first, two, last] = await read()
    expect(first).toBe(last)
    expect(two).toEqual([{ n: 2 }])
    expect(await countWrites(read)).toBe(1)
  })

  // It runs until the test ends it.
  const sleep = async () => sql`select pg_sleep(60) as slept`
  const sleeping = sql`pg_stat_activity where query like '%as slept' and state = 'active' and pid <> pg_backend_pid()`

  it('are prepared once if one is sent twice, also on a new connection', async () => {
    for (let n = 0; n < 4; n += 1) {
      const read = async () => sql<{ n: number }[]>`select ${n}::integer as n, 'twice' as text`
      const [one, two] = await reading(() => Promise.all([read(), read()]))
      expect([one?.[0]?.n, two?.[0]?.n]).toEqual([n, n])
    }
    const end = async () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`
    await end()
    const again = async () => sql<{ text: string }[]>`select ${1}::integer as n, 'twice' as text`
    expect(await reading(() => Promise.all([again(), again(), again()]))).toHaveLength(3)
  })

  it('that are sent later do not wait for one that runs', async () => {
    await reading(async () => {
      const running = sleep().catch((error: unknown) => error)
      await setImmediate()
      await expect.poll(() => sql`select pg_cancel_backend(pid) from ${sleeping}`).toHaveLength(1)
      expect(String(await running)).toContain('canceling statement')
    })
  })

  it('fail one by one, and the connection is used again', async () => {
    const fail = async () => sql`select 1 / 0`
    const [one, failed, three] = await reading(() => Promise.allSettled([pidOf(), fail(), pidOf()]))
    expect(String(failed.status === 'rejected' && failed.reason)).toContain('division by zero')
    expect(three).toEqual(one)
    expect(one).toEqual({ status: 'fulfilled', value: await reading(pidOf) })
  })

  it('are all unavailable if their connection is lost, and later ones open another', async () => {
    const lost = reading(() => Promise.allSettled([sleep(), pidOf(), pidOf()]))
    await expect.poll(() => sql`select pg_terminate_backend(pid) from ${sleeping}`).toHaveLength(1)
    for (const result of await lost)
      expect(result.status === 'rejected' && classifyDatabaseError(result.reason)).toBe('unavailable')
    expect(await reading(pidOf)).toBeGreaterThan(0)
  })

  it('each have a connection if they are expensive', async () => {
    const expensive = database.expensive.sql
    const [first, second] = await reading(() => Promise.all([pidOf(expensive), pidOf(expensive)]))
    expect(first).not.toBe(second)
  })

  it.each([
    ['a request that writes', { requestId: '1', isWrite: true }],
    ['a job', { job: 'a job', id: '1' }],
  ])('differ from those of %s, which have connections of their own', async (_, origin) => {
    const [first, second] = await runWithQueryOrigin(origin, () => Promise.all([pidOf(), pidOf()]))
    expect(first).not.toBe(second)
  })
})
