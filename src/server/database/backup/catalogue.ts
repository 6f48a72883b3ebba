import type pg from 'pg'

/** Lists all tables from PostgreSQL's catalogue so that a new table cannot be left out of backups. */
export const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> 'schema_migrations'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
  return rows.map((row) => row.name)
}

/** Lists a table's columns except generated ones, which PostgreSQL recomputes during a restore. */
export const listTableColumns = async (client: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = $1
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  )
  return rows.map((row) => row.name)
}

export const listSequences = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; quoted: string }>(`
    select relname as name, oid::regclass::text as quoted from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const sequences: { name: string; value: string; isCalled: boolean }[] = []
  for (const { name, quoted } of rows) {
    const result = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted}`,
    )
    if (result.rows[0]) sequences.push({ name, ...result.rows[0] })
  }
  return sequences
}

/** Returns the statements that drop and re-create each foreign key. */
export const listForeignKeys = async (client: pg.Client) => {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`)
  return rows
}
