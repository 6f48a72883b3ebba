import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log.ts'
import { projectRoot } from '../project-root.ts'
import type { AnySql, Database, Sql } from './connect.ts'

export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Migration = { name: string; text: string; hash: string }

/**
 * Applies each `*.sql` of the folder once, in the order of their names, each in its own transaction.
 * Any number of processes may do so at once. Throws MigrationError when an applied file was changed since.
 */
export const migrate = async (
  { sql }: Pick<Database, 'sql'>,
  log: Log,
  folder = path.join(projectRoot, 'database/migrations'),
): Promise<string[]> => {
  const applied: string[] = []
  for (const migration of await readMigrations(folder)) {
    if (await apply(sql, migration)) {
      applied.push(migration.name)
      log.info({ migration: migration.name }, 'Migration applied')
    }
  }
  return applied
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Any fixed number that nothing else in the database locks. */
const lockKey = 7_302_251_881

/**
 * The lock is the transaction's, not the session's: behind a transaction pooler a session's lock could be
 * taken on one connection and never given back.
 */
const apply = async (sql: Sql, { name, text, hash }: Migration): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local lock_timeout = 0`
    await tx`select pg_advisory_xact_lock(${lockKey})`
    const known = await findApplied(tx, name)
    if (known === hash) return false
    if (known) throw new MigrationError(`Migration ${name} was changed after it had been applied`)
    // A change that waits for a table keeps everybody behind it waiting.
    await tx`set local lock_timeout = '30s'`
    await tx.unsafe(text).catch((error: unknown) => {
      throw new MigrationError(`Migration ${name} failed: ${String(error)}`, { cause: error })
    })
    await tx`insert into schema_migrations (name, hash) values (${name}, ${hash})`
    return true
  })

const findApplied = async (tx: AnySql, name: string): Promise<string | undefined> => {
  const [table] = await tx<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table?.there)
    await tx`
      create table schema_migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null default now()
      )`
  const [row] = await tx<{ hash: string }[]>`select hash from schema_migrations where name = ${name}`
  return row?.hash
}
