import type { Sql } from '#server/database/connect.ts'

/**
 * Deletes all rows of the tables and of those that refer to them, without triggers. `truncate … cascade` takes 130 ms for
 * a hundred tables, because it replaces the files of each table and of each index.
 */
export const deleteRows = (sql: Sql, ...tables: readonly string[]): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const filled = await tx<{ name: string }[]>`
      with recursive emptied as (
        select unnest(${[...tables]}::regclass[])::oid as id
        union select conrelid from pg_constraint join emptied on confrelid = emptied.id where contype = 'f'
      )
      select id::regclass::text as name from emptied where pg_relation_size(id) > 0`
    await Promise.all(filled.map(({ name }) => tx`delete from ${tx(name)}`))
  })
