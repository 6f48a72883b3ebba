import { expect, it } from 'vitest'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { openDatabase } from './connect.ts'
import { createPositionHistory } from './replication-positions.ts'

it('measures how long ago the primary reached what a replica lacks', () => {
  const positions = createPositionHistory()
  positions.add(100, 1_000)
  positions.add(100, 1_400)
  positions.add(200, 1_800)
  expect(positions.lagOf(200, 2_000)).toBe(0)
  expect(positions.lagOf(100, 2_000)).toBe(200)
  expect(positions.lagOf(50, 2_000)).toBe(1_000)
})

it('does not forget what a replica still lacks while the primary is idle', () => {
  const positions = createPositionHistory()
  positions.add(100, 0)
  positions.add(200, 1_000)
  for (let at = 2_000; at < 300_000; at += 400) positions.add(200, at)
  expect(positions.lagOf(100, 300_000)).toBe(299_000)
  expect(positions.lagOf(200, 300_000)).toBe(0)
})

it('reads, begins transactions and reads in batches without a usable replica', async () => {
  const database = openDatabase({
    url: await provisionTestDatabase(),
    readUrls: ['postgres://a:b@127.0.0.1:1/x', 'postgres://a:b@127.0.0.1:1/y'],
  })
  for (const sql of [database.readSql, database.expensive.readSql]) {
    // The first read of each kind detects that the replica is unavailable.
    const rows: unknown[] = []
    for await (const row of sql`select 3 as n`.cursor(1)) rows.push(row)
    expect(rows).toEqual([[{ n: 3 }]])
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
    expect(await sql.begin('read only', (tx) => tx`select 2 as n`)).toEqual([{ n: 2 }])
  }
  expect(database.replicaStates().map(({ name, isUsable }) => [name, isUsable])).toEqual([
    ['127.0.0.1:1/x', false],
    ['127.0.0.1:1/y', false],
  ])
  await database.close()
})

it('passes on the errors of a statement without leaving the replica', async () => {
  const url = await provisionTestDatabase()
  const database = openDatabase({ url, readUrls: [url] })
  await expect(database.readSql`select * from nothing`).rejects.toThrow('relation "nothing" does not exist')
  await expect(database.readSql.begin((tx) => tx`select 1 / 0`)).rejects.toThrow('division by zero')
  expect(database.replicaStates()).toMatchObject([{ isUsable: true, problem: null }])
  await database.close()
})
