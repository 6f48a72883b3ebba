import type { Sql } from '#server/database/connect.ts'

/** Counts the rows that each transaction changes, with those that foreign keys change in it. */
export const watchChanges = async (sql: Sql): Promise<void> => {
  await sql`create table changes (transaction xid8, name text, total bigint)`
  await sql.unsafe(`
    create function count_changes() returns trigger language plpgsql as $$
    begin
      insert into changes select pg_current_xact_id(), tg_table_name, count(*) from affected;
      return null;
    end $$`)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'changes'`
  for (const { name } of tables)
    for (const event of ['delete', 'update'])
      await sql.unsafe(`create trigger count_${event} after ${event} on "${name}" referencing old table as affected
        for each statement execute function count_changes()`)
}

export const forgetChanges = (sql: Sql) => sql`truncate changes`

/** The most rows, and the most members, that one transaction has changed, and the number of changed rows in all. */
export const selectLargestTransaction = async (sql: Sql) => {
  const [largest] = await sql<{ rows: number; members: number; sum: number }[]>`
    select coalesce(max(total), 0)::integer as rows, coalesce(max(members), 0)::integer as members,
      coalesce(sum(total), 0)::integer as sum
    from (
      select sum(total) as total, sum(total) filter (where name = 'users') as members from changes group by transaction) t`
  return largest ?? { rows: 0, members: 0, sum: 0 }
}
