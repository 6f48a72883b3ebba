import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import { installJobQueue } from '../jobs/install-queue-query.ts'
import type { Logger } from '../log.ts'
import { projectRoot } from '../project-root.ts'
import type { AnySql, Database, Sql } from './connect.ts'
import { classifyDatabaseError, MigrationError } from './errors.ts'
import { isMigratedColumn, requireSuitableDatabase } from './require-suitable-database.ts'

type Migration = { name: string; text: string; hash: string }

/**
 * Applies each `*.sql` file in the directory once, in filename order, and then installs the tables of the job queue.
 * Each file is applied in a transaction of its own, except one that begins with `-- no transaction`: its statements run
 * one after the other, so that it can create indexes concurrently while servers write to the table. Such a file may be
 * interrupted and is then applied again from its beginning. Several processes may migrate concurrently; each needs two connections. Throws a
 * `MigrationError` if a file has changed after it was applied. Stops after the migration `lastName` if it is given.
 */
export const migrate = async (
  { sql }: Pick<Database, 'sql'>,
  log: Logger,
  folder = FOLDER,
  lastName?: string,
): Promise<string[]> => {
  await requireSuitableDatabase(sql)
  const applied: string[] = []
  for (const migration of await readMigrations(folder)) {
    if (lastName && migration.name > lastName) break
    if (await applyBesideWriters(sql, migration, log)) {
      applied.push(migration.name)
      log.info({ migration: migration.name }, 'Migration applied')
    }
  }
  if (!lastName) await locked(sql, installJobQueue)
  return applied
}

const FOLDER = path.join(projectRoot, 'database/migrations')

/** Reads the migrations of this version of the site. */
export const readMigrations = async (folder = FOLDER): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** An arbitrary key that no other advisory lock uses. */
const LOCK_KEY = 7_302_251_881

/** How long a process waits before it tries again to take the lock that another one holds. */
const LOCK_POLL_MS = 200

/**
 * Runs `work` in a transaction under an advisory lock. The lock is transaction-level because behind a pooler
 * in transaction mode a session-level lock could be acquired on one connection and never released. A process that
 * waited for the lock inside a statement would hold a snapshot, for which `create index concurrently` would wait in
 * turn, so processes try again instead.
 */
const locked = async <T>(sql: Sql, work: (tx: AnySql) => Promise<T>): Promise<T> => {
  for (;;) {
    const done = await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      const [lock] = await tx<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as is_free`
      return lock?.isFree ? { result: await work(tx) } : null
    })
    if (done) return done.result
    await delay(LOCK_POLL_MS)
  }
}

/** With at most two seconds of waiting for a lock and two between the tries, this takes at most twenty minutes. */
const MAX_RETRIES = 300

/**
 * Applies a migration while servers of the previous version keep writing, and retries it after a conflict. In
 * a deadlock between the migration and a server, PostgreSQL aborts one of the two; waiting for a table lock
 * may also time out.
 */
const applyBesideWriters = (sql: Sql, migration: Migration, log: Logger): Promise<boolean> =>
  pRetry(() => apply(sql, migration), {
    retries: MAX_RETRIES,
    minTimeout: 50,
    maxTimeout: 2_000,
    randomize: true,
    shouldRetry: ({ error }) => classifyDatabaseError(error) === 'busy',
    onFailedAttempt: ({ error, retriesLeft }) => {
      if (retriesLeft > 0 && classifyDatabaseError(error) === 'busy')
        log.warn({ migration: migration.name }, 'Migration met writers and is tried again')
    },
  }).catch((error: unknown) => {
    if (classifyDatabaseError(error) !== 'busy') throw error
    throw new MigrationError(
      `Migration ${migration.name} could not be applied, because other transactions keep what it needs locked. ` +
        'Look for long transactions in pg_stat_activity, such as one that is idle, end them and start again.',
      { cause: error },
    )
  })

const apply = (sql: Sql, { name, text, hash }: Migration): Promise<boolean> =>
  locked(sql, async (tx) => {
    const appliedHash = await findAppliedHash(tx, name)
    if (appliedHash === hash) return false
    if (appliedHash) throw new MigrationError(`Migration ${name} was changed after it was applied`)
    const run = text.startsWith(NO_TRANSACTION) ? runStatements(sql, tx, text) : runInTransaction(tx, text)
    await run.catch((error: unknown) => {
      throw new MigrationError(`Migration ${name} failed: ${String(error)}`, { cause: error })
    })
    await tx`insert into schema_migrations (name, hash) values (${name}, ${hash})`
    return true
  })

/** While a schema change waits for a table lock, all later queries on the table wait behind it. */
const LOCK_TIMEOUT = '2s'

const runInTransaction = async (tx: AnySql, text: string): Promise<void> => {
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
  await tx.unsafe(text)
}

const NO_TRANSACTION = '-- no transaction\n'

/**
 * Runs each statement by itself on a second connection. No limit applies to those that create or drop an index
 * concurrently, during which reads and writes of the table go on.
 */
const runStatements = async (sql: Sql, lock: AnySql, text: string): Promise<void> => {
  // Also ends the previous statement of the transaction that holds the lock, whose snapshot the index would wait for.
  await lock`set local idle_in_transaction_session_timeout = 0`
  await sql.reserve(async (connection) => {
    await connection`set statement_timeout = 0`
    for (const statement of splitStatements(text)) {
      await connection`select set_config('lock_timeout', ${/ index concurrently /.test(statement) ? '0' : LOCK_TIMEOUT}, false)`
      await connection.unsafe(statement)
    }
  })
}

/** Splits the text of a file without a transaction, in which only the end of a statement ends a line with a semicolon. */
export const splitStatements = (text: string): string[] =>
  text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

const findAppliedHash = async (tx: AnySql, name: string): Promise<string | undefined> => {
  const [database] = await tx<{ isMigrated: boolean }[]>`select ${isMigratedColumn(tx)}`
  if (!database?.isMigrated)
    await tx`
      create table schema_migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null default now()
      )`
  const [row] = await tx<{ hash: string }[]>`select hash from schema_migrations where name = ${name}`
  return row?.hash
}
