import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { withDatabaseName } from '#tests/support/global-setup.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { errorLogger } from '../log.ts'
import { type AnySql, openDatabase } from './connect.ts'
import { migrate, readMigrations, splitStatements } from './migrate.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 3 })
let folder: string

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const run = () => migrate(database, errorLogger, folder)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await database.sql`drop table if exists schema_migrations, one, two`
})
afterEach(() => rm(folder, { recursive: true }))

it('applies each file once, in filename order', async () => {
  await write('0002-two.sql', 'create table two (id int references one); insert into two values (1);')
  await write('0001-one.sql', 'create table one (id int primary key);\ninsert into one values (1);')
  expect(await run()).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await run()).toEqual([])
  await write('0003-more.sql', 'insert into one values (2);')
  expect(await run()).toEqual(['0003-more.sql'])
})

it.each([
  ['SQL_ASCII', "encoding 'SQL_ASCII' locale 'C'", 'has the encoding SQL_ASCII. Create it with'],
  ['LATIN1', "encoding 'LATIN1' locale 'C'", 'has the encoding LATIN1. Create it with'],
  [
    'Turkish',
    "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'",
    'has a locale in which the lower case of I is ı. Create it with',
  ],
])('refuses a database that is %s before it writes to it', async (_, options, message) => {
  await write('0001-one.sql', 'create table one (id int);')
  const name = `test_${randomBytes(8).toString('hex')}`
  await database.sql.unsafe(`create database ${name} ${options} template template0`)
  const other = openDatabase({ url: withDatabaseName(url, name), max: 1 })
  try {
    await expect(migrate(other, errorLogger, folder)).rejects.toThrow(message)
    expect(await other.sql`select from pg_tables where schemaname = 'public'`).toEqual([])
  } finally {
    await other.close()
    await database.sql`drop database ${database.sql(name)}`
  }
})

it('rolls back a file that fails', async () => {
  await write('0001-one.sql', 'create table one (id int); select nonsense;')
  await expect(run()).rejects.toThrow(/0001-one\.sql failed: .*nonsense/)
  await write('0001-one.sql', 'create table one (id int);')
  expect(await run()).toEqual(['0001-one.sql'])
})

it('rejects a file that changed after it was applied', async () => {
  await write('0001-one.sql', 'create table one (id int);')
  await run()
  await write('0001-one.sql', 'create table one (id bigint);')
  await expect(run()).rejects.toThrow('0001-one.sql was changed after it was applied')
})

it('ignores changed line endings', async () => {
  await write('0001-one.sql', 'create table one (\n  id int\n);\n')
  await run()
  await write('0001-one.sql', 'create table one (\r\n  id int\r\n);\r\n')
  expect(await run()).toEqual([])
})

it('supports several processes that migrate concurrently', async () => {
  // A migration that takes long enough for the other server to start.
  await write('0001-one.sql', 'create table one (id int); select pg_sleep(0.2);')
  await write('0002-two.sql', 'create table two (id int);')
  const others = [1, 2, 3].map(() => openDatabase({ url, max: 1 }))
  const applied = await Promise.all(others.map((other) => migrate(other, errorLogger, folder)))
  expect(applied.flat().toSorted()).toEqual(['0001-one.sql', '0002-two.sql'])
  await Promise.all(others.map((other) => other.close()))
})

it('sees what another process has migrated since its transaction began', async () => {
  await write('0001-one.sql', 'create table one (id int);')
  const late = openDatabase({ url, max: 1 })
  const { begin } = late.sql
  const beginLate = <T>(work: (tx: AnySql) => Promise<T>): Promise<T> =>
    begin(async (tx) => {
      // PostgreSQL remembers that there is no such table, and what else the statements of `work` look up.
      await tx`select pg_try_advisory_xact_lock(1), to_regclass('schema_migrations') is not null as exists`
      await run()
      return work(tx)
    })
  Object.assign(late.sql, { begin: beginLate })
  expect(await migrate(late, errorLogger, folder)).toEqual([])
  await late.close()
})

it('tries again after a deadlock with a server that is writing', async () => {
  await write('0001-one.sql', 'create table one (id int); create table two (id int);')
  await run()
  await write('0002-both.sql', 'alter table one add column a int; alter table two add column a int;')
  const writer = openDatabase({ url, max: 1 })
  const written = writer.sql.begin(async (tx) => {
    // With this longer timeout, the migration detects the deadlock first, so PostgreSQL aborts the migration and not
    // this transaction.
    await tx`set local deadlock_timeout = '1min'`
    await tx`insert into two values (1)`
    const migrating = run()
    // The migration has locked the first table and waits for the second.
    await waitFor(async () => {
      const waiting =
        await database.sql`select from pg_locks where relation = 'two'::regclass and not granted`
      expect(waiting).toHaveLength(1)
    })
    await tx`insert into one values (1)`
    return { migrating }
  })
  const { migrating } = await written
  expect(await migrating).toEqual(['0002-both.sql'])
  expect(await database.sql`select a from one union all select a from two`).toHaveLength(2)
  await writer.close()
})

it('creates an index concurrently while a server writes, after an earlier attempt was interrupted', async () => {
  await write('0001-one.sql', 'create table one (id int); insert into one select generate_series(1, 1000);')
  await run()
  // An interrupted attempt leaves an invalid index.
  await database.sql`insert into one values (1)`
  await database.sql.reserve(async (connection) => {
    await expect(connection.unsafe('create unique index concurrently one_id on one (id)')).rejects.toThrow()
  })
  await database.sql`delete from one where id = 1`
  await write(
    '0002-index.sql',
    '-- no transaction\n-- The text explains; itself.\ndrop index concurrently if exists one_id;\ncreate unique index concurrently one_id\n  on one (id);\n',
  )
  const writer = openDatabase({ url, max: 1 })
  const migrating = await writer.sql.begin(async (tx) => {
    await tx`insert into one values (2000)`
    const migrating = run()
    // The index waits for this transaction, but other writers do not wait for the index.
    await waitFor(async () => {
      const waiting = await database.sql`
        select from pg_stat_activity where query like '%index concurrently%one_id%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
    await database.sql`insert into one values (2001)`
    return { migrating }
  })
  expect(await migrating.migrating).toEqual(['0002-index.sql'])
  expect(await run()).toEqual([])
  const [index] = await database.sql`select indisvalid from pg_index where indexrelid = 'one_id'::regclass`
  expect(index).toEqual({ indisvalid: true })
  await writer.close()
})

it('lets several processes create an index concurrently without waiting for each other forever', async () => {
  await write('0001-one.sql', 'create table one (id int);')
  await run()
  await write('0002-index.sql', '-- no transaction\ncreate index concurrently one_id on one (id);')
  const others = [1, 2, 3].map(() => openDatabase({ url, max: 2 }))
  const applied = await Promise.all(others.map((other) => migrate(other, errorLogger, folder)))
  expect(applied.flat()).toEqual(['0002-index.sql'])
  await Promise.all(others.map((other) => other.close()))
})

it.each([
  ['', 'alter table one add column a int;'],
  [
    ' without a transaction',
    '-- no transaction\n-- A note.\nalter table one add column if not exists a int;',
  ],
])(
  'waits at most two seconds for a lock, so that readers do not queue behind a migration%s',
  async (_, text) => {
    await write('0001-one.sql', 'create table one (id int);')
    await run()
    await write('0002-column.sql', text)
    const reader = openDatabase({ url, max: 1 })
    const migrating = await reader.sql.begin(async (tx) => {
      await tx`select from one`
      const migrating = run()
      await waitFor(async () =>
        expect(
          await database.sql`select from pg_locks where relation = 'one'::regclass and not granted`,
        ).toHaveLength(1),
      )
      // The migration waits for this transaction. If this statement waited for the migration, neither would end.
      await database.sql`select from one`
      return { migrating }
    })
    expect(await migrating.migrating).toEqual(['0002-column.sql'])
    await reader.close()
  },
)

it('can repeat every statement of the site that runs without a transaction', async () => {
  const files = (await readMigrations()).filter(({ text }) => text.startsWith('-- no transaction\n'))
  expect(files.length).toBeGreaterThan(0)
  for (const { name, text } of files) {
    const statements = splitStatements(text).map((statement) => statement.replace(/^--.*$/gm, '').trim())
    for (const [index, statement] of statements.entries()) {
      const created = /^create (?:unique )?index concurrently (\w+)/.exec(statement)?.[1]
      if (created)
        expect([name, statements[index - 1]]).toEqual([name, `drop index concurrently if exists ${created}`])
      else
        expect([name, statement]).toEqual([
          name,
          expect.stringMatching(
            /^(drop index concurrently if exists \w+$|alter table \w+ add column if not exists )/,
          ),
        ])
    }
  }
})
