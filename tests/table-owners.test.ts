import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { features } from '#app/server/features.ts'
import { crossFeatureReads, crossFeatureWrites } from './support/cross-feature-tables.ts'
import { createTestDatabase } from './support/database.ts'
import { extractSqlStatements, findCteNames, findTableUses } from './support/table-uses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The owner of each table: the feature that declares it, or a folder under `src`. */
const owners: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(features).flatMap(([name, { tables }]) => tables.map((table) => [table, name])),
  ),
  idempotent_requests: 'server/http',
  rate_limits: 'server/limits',
  schema_migrations: 'server/database',
}

/** Views under the tables' previous names. Only servers of the previous version use these views. */
const previousNames = [
  'admin_acts',
  'best_search',
  'comment_requests',
  'post_requests',
  'posts_to_index',
  'removals',
  'spent_tokens',
]
const { sql } = await createTestDatabase()

const ownerOf = (file: string) =>
  /^src\/features\/([^/]+)/.exec(file)?.[1] ?? /^src\/([^/]+\/[^/]+)/.exec(file)?.[1] ?? path.dirname(file)

type Findings = { reads: string[]; writes: string[]; problems: string[] }

/**
 * Lists the tables of other features that a file uses, and how it uses them. Names that are not in our schema
 * are CTEs or aliases and are ignored.
 */
const inspect = (file: string, source: string): Findings => {
  const texts = extractSqlStatements(source)
  const uses = texts.flatMap(findTableUses)
  const foreign = (kind: 'read' | 'write') => [
    ...new Set(
      uses
        .filter((use) => use.kind === kind && use.table in owners && owners[use.table] !== ownerOf(file))
        .map(({ table }) => table),
    ),
  ]
  const problems = [
    ...uses.filter(({ table }) => table === '?').map(({ kind }) => `a ${kind} does not write out its table`),
    ...uses
      .filter(({ table }) => previousNames.includes(table))
      .map(({ table }) => `${table} is an old name`),
    ...texts.flatMap(findCteNames).flatMap((name) => (name in owners ? `a CTE is named ${name}` : [])),
  ]
  return { reads: foreign('read').sort(), writes: foreign('write').sort(), problems }
}

describe('table owners', () => {
  const files = globSync('{src,database,scripts}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .sort()
  const findings = files.map(
    (file) => [file, inspect(file, readFileSync(path.join(root, file), 'utf8'))] as const,
  )
  const listed = (kind: keyof Findings) =>
    Object.fromEntries(findings.flatMap(([file, found]) => (found[kind].length ? [[file, found[kind]]] : [])))

  it('name an owner for every table, and no table that does not exist', async () => {
    const rows = await sql<{ name: string; type: string }[]>`
      select table_name as name, table_type as type from information_schema.tables where table_schema = 'public'`
    const names = (type: string) => rows.filter((row) => row.type === type).map(({ name }) => name)
    expect(Object.keys(owners).sort()).toEqual(names('BASE TABLE').sort())
    expect(previousNames.toSorted()).toEqual(names('VIEW').sort())
  })

  it('name only folders that exist', () => {
    const existing = new Set(files.map(ownerOf))
    expect(Object.values(owners).filter((owner) => !existing.has(owner))).toEqual([])
  })

  it('are the only ones that write to their tables', () => {
    expect(listed('writes')).toEqual(crossFeatureWrites)
  })

  it('are the only ones that read their tables, apart from exactly the listed files', () => {
    expect(listed('reads')).toEqual(crossFeatureReads)
  })

  it('can be told from the SQL of every file', () => {
    expect(listed('problems')).toEqual({})
  })
})

describe('the scan for tables', () => {
  const inFeeds = (statement: string) => inspect('src/features/feeds/server/store.ts', `sql\`${statement}\``)

  it.each([
    'insert into users (a) values (1)',
    'INSERT INTO "users" (a) values (1)',
    'with done as (update users u set a = 1 returning id) select id from done',
    'update\n      users set a = 1',
    'update only users set a = 1',
    'delete from users where id = ${id}',
    'delete\n from only users',
    'merge into users u using changed c on true when matched then delete',
    'truncate users',
    'truncate table first, users cascade',
    'with ${sql`a as (delete from users)`} select',
    "select '''' ; delete from users",
  ])('reports the write in: %s', (statement) => {
    expect(inFeeds(statement).writes).toEqual(['users'])
  })

  it.each([
    'select id from users',
    'select id from posts p, users as u where true',
    'select from unnest(${ids}::integer[]) with ordinality as t(a, b), lateral (select 1) s, users',
    'select from (select 1) x left join users u on u.id = 1',
    'select a is distinct from b from users',
    'select (select count(*) from users)',
    'delete from found using users u where u.id = found.id',
    'with found as (select 1) update found set a = 1 from users where true',
    'select ${isMember ? sql`(select max(id) from users)` : sql`1`} as id',
    'select id from users for no key update',
  ])('reports the read in: %s', (statement) => {
    const { reads, writes } = inFeeds(statement)
    expect({ reads: reads.filter((table) => table !== 'posts'), writes }).toEqual({
      reads: ['users'],
      writes: [],
    })
  })

  it.each([
    'select id from changed for update of users',
    'insert into own (a) values (1) on conflict do update set users = 1',
    "select 'delete from users' as users",
    'select users.id from ${rows} users',
    'select 1 -- from users',
  ])('reports nothing in: %s', (statement) => {
    expect(inFeeds(statement)).toEqual({ reads: [], writes: [], problems: [] })
  })

  it.each([
    'update ${sql(table)} set a = 1',
    'update ${table} set a = 1',
    'select id from ${sql(table)}',
    'select id from removals',
    'with users as (select 1) select from users',
  ])('reports the problem in: %s', (statement) => {
    expect(inFeeds(statement).problems).toHaveLength(1)
  })

  it('lets an owner use its tables and ignores text outside SQL', () => {
    const source =
      '// sql`delete from users`\nconst text = `delete from users`\nsql<{ a: number }[]>`select from users`'
    expect(inspect('src/features/members/server/store.ts', source)).toEqual({
      reads: [],
      writes: [],
      problems: [],
    })
    expect(inspect('src/features/feeds/server/store.ts', source).reads).toEqual(['users'])
  })
})
