import { type Database, openDatabase } from '#server/database/connect.ts'
import { provisionTestDatabase } from './database.ts'

/**
 * Creates a test database like `createTestDatabase()` in which SQL `now()` returns the time last set with `setClock`.
 * Column defaults still use the real time, because they were bound to the built-in `now()` when the tables were
 * created.
 */
export const createTestDatabaseWithClock = async (): Promise<{
  database: Database
  setClock(utc: string): Promise<void>
}> => {
  const url = await provisionTestDatabase()
  const once = openDatabase({ url, max: 1 })
  await once.sql.unsafe(`
    create schema clock;
    create table clock.standing (at timestamptz not null);
    insert into clock.standing values (now());
    create function clock.now() returns timestamptz stable language sql as 'select at from clock.standing';
    do $$ begin execute format('alter database %I set search_path = clock, pg_catalog, public', current_database()); end $$`)
  await once.close()
  const database = openDatabase({ url, max: 5 })
  return {
    database,
    setClock: async (utc) => {
      await database.sql`update clock.standing set at = ${utc}`
    },
  }
}
