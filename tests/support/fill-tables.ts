import type { Database } from '#server/database/connect.ts'
import { recomputeCounts } from './recompute-counts.ts'

type Sql = Database['sql']
type Column = {
  name: string
  type: string
  /**
   * The table and column to which this column's foreign key refers; null if the column has no single-column
   * foreign key.
   */
  refersTo: { table: string; column: string } | null
}

/** SQL expressions by column type, for values that differ from a column's default. */
const VALUES: Record<string, string> = {
  smallint: '3',
  integer: '3',
  bigint: '3',
  real: '1.5',
  'double precision': '1.5',
  boolean: 'true',
  text: 'E\'Line\\n\\ttab \\\\ "quotes" é\'',
  'text[]': "array['one', 'two, three', '\"']",
  jsonb: `'{"title": "Line\\n", "list": [1, null]}'`,
  uuid: 'gen_random_uuid()',
  bytea: "'\\x00ff5c0a'",
  tsvector: "to_tsvector('simple', 'some words')",
  // Dates in the future ensure that no row is deleted because it has expired.
  date: 'current_date',
  'timestamp with time zone': "now() + interval '1 day'",
}

/** SQL expressions for columns that a check or a stored count limits to certain values. */
const LIMITED: Record<string, string> = {
  'account_links.purpose': "'reset-password'",
  'collections.visibility': "'public'",
  'encryption_keys.id': '1',
  'local_accounts.email': "'member@example.org'",
  'member_mutes.kind': "'word'",
  'member_mutes.topic_id': 'null',
  'member_mutes.member_id': 'null',
  'moderation_case_items.kind': "'post'",
  'moderation_cases.source': "'reports'",
  'moderation_decisions.moderator_role': "'admin'",
  'moderation_notes.case_id': 'null',
  'moderation_notices.kind': "'post'",
  'notification_digests.frequency': "'daily'",
  'notifications.type': "'comment'",
  'post_versions.number': '1',
  'provider_keys.use': "'sign'",
  'quiet_hours.to_minute': '4',
  'reveal_counts.total': '1',
  'set_aside_votes.comment_id': 'null',
  'suggested_edits.status': "'accepted'",
  'votes.comment_id': 'null',
  'webhook_deliveries.state': "'pending'",
  'webhooks.state': "'active'",
  'webhooks.topic_id': 'null',
  'votes.value': '1',
}

const listTables = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`
  return rows.map(({ name }) => name)
}

export const listEmptyTables = async (sql: Sql): Promise<string[]> => {
  const empty: string[] = []
  for (const name of await listTables(sql)) {
    const [row] = await sql`select 1 from ${sql(name)} limit 1`
    if (!row) empty.push(name)
  }
  return empty
}

/** Lists the columns that an insert can set. */
const listColumns = (sql: Sql, table: string) => sql<Column[]>`
  select a.attname as name, format_type(a.atttypid, null) as type,
    (select json_build_object('table', f.confrelid::regclass::text, 'column', r.attname)
      from pg_constraint f join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
      where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum] limit 1) as refers_to
  from pg_attribute a
  where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by a.attnum`

const valueFor = (table: string, { name, type, refersTo }: Column): string => {
  const limited = LIMITED[`${table}.${name}`]
  if (limited) return limited
  // Two columns of the same row may have to refer to different rows.
  if (refersTo) {
    const order = /follower|from|second|blocked/.test(name) ? 'desc' : 'asc'
    return `(select ${refersTo.column} from ${refersTo.table} order by 1 ${order} limit 1)`
  }
  const value = VALUES[type.replace(/\(\d+\)/, '')]
  if (!value) throw new Error(`No value of the type ${type} for ${table}.${name}`)
  return value
}

/**
 * Inserts one row into every empty table, with a value in each column, and corrects the stored counts. Throws
 * if a table stays empty.
 */
export const fillEmptyTables = async (sql: Sql): Promise<void> => {
  let errors: string[] = []
  for (let empty = await listEmptyTables(sql); empty.length > 0; ) {
    errors = []
    for (const table of empty) {
      const columns = await listColumns(sql, table)
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const values = columns.map((column) => valueFor(table, column)).join(', ')
      await sql.unsafe(`insert into ${table} (${names}) values (${values})`).catch((error: unknown) => {
        errors.push(`${table}: ${String(error)}`)
      })
    }
    const rest = await listEmptyTables(sql)
    // A row may refer to a table that is still empty, so the insertion is repeated while it makes progress.
    if (rest.length === empty.length) throw new Error(errors.join('\n'))
    empty = rest
  }
  await sql`update posts set has_results = true where exists (select from post_results r where r.post_id = posts.id)`
  await recomputeCounts(sql)
}
