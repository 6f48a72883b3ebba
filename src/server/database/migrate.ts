import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pRetry from 'p-retry'
import { installJobQueue } from '../jobs/install-queue-query.ts'
import type { Logger } from '../log.ts'
import { projectRoot } from '../project-root.ts'
import type { AnySql, Database, Sql } from './connect.ts'
import { classifyDatabaseError } from './errors.ts'

export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Migration = { name: string; text: string; hash: string }

/**
 * Applies each `*.sql` file in the directory once, in filename order, each in its own transaction, and then installs
 * the tables of the job queue. Several processes may migrate concurrently. Throws a `MigrationError` if a file has
 * changed after it was applied. Stops after the migration `lastName` if it is given.
 */
export const migrate = async (
  { sql }: Pick<Database, 'sql'>,
  log: Logger,
  folder = FOLDER,
  lastName?: string,
): Promise<string[]> => {
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

/**
 * Runs `work` in a transaction under an advisory lock. The lock is transaction-level because behind a pooler
 * in transaction mode a session-level lock could be acquired on one connection and never released.
 */
const locked = <T>(sql: Sql, work: (tx: AnySql) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local lock_timeout = 0`
    await tx`select pg_advisory_xact_lock(${LOCK_KEY})`
    return work(tx)
  })

const MAX_RETRIES = 20

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
  })

const apply = (sql: Sql, { name, text, hash }: Migration): Promise<boolean> =>
  locked(sql, async (tx) => {
    const appliedHash = await findAppliedHash(tx, name)
    if (appliedHash === hash) return false
    if (appliedHash) throw new MigrationError(`Migration ${name} was changed after it was applied`)
    // While a schema change waits for a table lock, all later queries on the table wait behind it.
    await tx`set local lock_timeout = '30s'`
    await tx.unsafe(text).catch((error: unknown) => {
      throw new MigrationError(`Migration ${name} failed: ${String(error)}`, { cause: error })
    })
    await tx`insert into schema_migrations (name, hash) values (${name}, ${hash})`
    return true
  })

const findAppliedHash = async (tx: AnySql, name: string): Promise<string | undefined> => {
  const [table] = await tx<
    { exists: boolean }[]
  >`select to_regclass('schema_migrations') is not null as exists`
  if (!table?.exists)
    await tx`
      create table schema_migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null default now()
      )`
  const [row] = await tx<{ hash: string }[]>`select hash from schema_migrations where name = ${name}`
  return row?.hash
}
