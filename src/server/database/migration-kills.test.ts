import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startPausingProxy } from '#tests/support/pausing-proxy.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { errorLogger } from '../log.ts'
import { openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const proxy = await startPausingProxy(url)
const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const INDEX =
  '-- no transaction\ndrop index concurrently if exists one_id;\ncreate unique index concurrently one_id on one (id);\n'
await writeFile(path.join(folder, '0002-index.sql'), INDEX)
await writeFile(path.join(folder, '0003-column.sql'), 'alter table one add column note text;')

const reset = async () => {
  await database.sql`drop table if exists schema_migrations, one`
  await database.sql`create table one (id integer)`
}

/** Calls `work` with a function that migrates like a process of its own. */
const withProcess = async <T>(
  target: string,
  work: (run: () => Promise<string[]>) => Promise<T>,
): Promise<T> => {
  const server = openDatabase({ url: target, max: 2 })
  return work(() => migrate(server, errorLogger, folder)).finally(() => server.close())
}

/** Migrates in two processes at once, and returns the names of the migrations that they have applied. */
const migrateTwice = async () => {
  const run = () => withProcess(url, (migrateOnce) => migrateOnce())
  return (await Promise.all([run(), run()])).flat().toSorted()
}

const expectMigrated = async () => {
  const [index] = await database.sql`select indisvalid from pg_index where indexrelid = 'one_id'::regclass`
  expect(index).toEqual({ indisvalid: true })
  expect(await database.sql`select name from schema_migrations order by name`).toEqual([
    { name: '0002-index.sql' },
    { name: '0003-column.sql' },
  ])
  const invalid = await database.sql`select indexrelid::regclass::text from pg_index where not indisvalid`
  expect(invalid).toEqual([])
}

it('finishes a migration that was killed before any of its statements, while servers write', async () => {
  let hasPaused = true
  let count = 0
  while (hasPaused) {
    count += 1
    await reset()
    const paused = proxy.pauseBefore(count).then(() => true)
    await withProcess(proxy.url, async (run) => {
      const running = run().then(
        () => false,
        () => false,
      )
      hasPaused = await Promise.race([paused, running])
      const writing = database.sql`insert into one values (${count})`.then(() => true)
      proxy.cut()
      await running
      expect(await writing).toBe(true)
    })
    await withProcess(url, (run) => run())
    await expectMigrated()
  }
  expect(count).toBeGreaterThan(15)
})

it('finishes a migration whose index the database goes on building after the process was killed', async () => {
  await reset()
  const { migrating } = await database.sql.begin('isolation level repeatable read', async (tx) => {
    // An older transaction makes the index wait.
    await tx`select from users limit 1`
    await withProcess(proxy.url, async (run) => {
      const killed = run().catch(() => 'killed')
      await waitForIndexes(1)
      await database.sql`insert into one values (1)`
      proxy.cut()
      expect(await killed).toBe('killed')
    })
    const migrating = migrateTwice()
    migrating.catch(() => {})
    await waitFor(async () => expect(await listWaiting()).toHaveLength(2))
    await database.sql`insert into one values (2)`
    return { migrating }
  })
  expect(await migrating).toEqual(['0002-index.sql', '0003-column.sql'])
  await expectMigrated()
})

const listWaiting = () => database.sql`
  select query, wait_event from pg_stat_activity
  where query like '%index concurrently%one_id%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'
    and datname = current_database()`

const waitForIndexes = (count: number) => waitFor(async () => expect(await listWaiting()).toHaveLength(count))
