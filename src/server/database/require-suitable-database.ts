import type { AnySql, Sql, SqlFragment } from './connect.ts'
import { MigrationError } from './errors.ts'

/**
 * Whether there has been a migration. `to_regclass` would answer from what the session has looked up before, even after
 * another process has created the table.
 */
export const isMigratedColumn = (sql: AnySql): SqlFragment =>
  sql`exists (select from pg_class where relname = 'schema_migrations' and pg_table_is_visible(oid)) as is_migrated`

/**
 * Throws if the site cannot work with the database, before anything is written to it. PostgreSQL chooses encoding and locale when a
 * database is created, by the environment if nobody says which; later, they can be changed only by creating it anew.
 */
export const requireSuitableDatabase = async (sql: Sql): Promise<void> => {
  const [database] = await sql<
    { version: number; encoding: string; lowercase: string; isMigrated: boolean }[]
  >`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      lower('I') as lowercase, ${isMigratedColumn(sql)}`
  if (!database) return
  const { version, encoding, lowercase, isMigrated } = database
  if (version < MIN_VERSION * 10_000)
    throw new MigrationError(
      `PostgreSQL ${Math.floor(version / 10_000)} is too old. Use ${MIN_VERSION} or newer.`,
    )
  if (encoding !== 'UTF8')
    throw new MigrationError(`The database has the encoding ${encoding}. ${CREATE_AGAIN}`)
  // Turkish and Azerbaijani locales make another letter of it, so names would be found in one spelling only. A site that has
  // such a database already goes on with it.
  if (lowercase !== 'i' && !isMigrated)
    throw new MigrationError(
      `The database has a locale in which the lower case of I is ${lowercase}. ${CREATE_AGAIN}`,
    )
}

const MIN_VERSION = 15
const CREATE_AGAIN =
  "Create it with: create database prompts encoding 'UTF8' locale 'C.UTF-8' template template0"
