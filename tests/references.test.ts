import { beforeAll, describe, expect, it } from 'vitest'
import { exportSections } from '#app/server/features.ts'
import { createTestDatabase } from './support/database.ts'
import { findTableUses } from './support/table-uses.ts'

const queries: string[] = []
const { sql } = await createTestDatabase((text) => queries.push(text))

/** A foreign key of the database. On deletion, `c` cascades and `n` sets the column to null. */
type Reference = {
  table: string
  columns: string[]
  to: string
  onDelete: string
  isIndexed: boolean
}

const references = await sql<Reference[]>`
  select c.conrelid::regclass::text as table, c.confrelid::regclass::text as to, c.confdeltype as on_delete,
    (select array_agg(a.attname::text order by k.ord)
      from unnest(c.conkey) with ordinality k(attnum, ord)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns,
    exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL')) as is_indexed
  from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`
const name = ({ table, columns }: Reference) => `${table} (${columns.join(', ')})`

describe('foreign keys', () => {
  it('never prevent the deletion of a member, post, comment or topic', () => {
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter(({ onDelete }) => !'cn'.includes(onDelete)).map(name)).toEqual([])
  })

  it('have an index, so that a deletion does not scan the whole table', () => {
    expect(references.filter(({ isIndexed }) => !isIndexed).map(name)).toEqual([])
  })
})

describe('unique indexes', () => {
  it('that treat nulls as equal apply only where each of their columns has a meaning', async () => {
    const indexes = await sql<{ name: string; condition: string | null }[]>`
      select i.indexrelid::regclass::text as name, pg_get_expr(i.indpred, i.indrelid) as condition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and i.indnullsnotdistinct and c.relnamespace = 'public'::regnamespace`
    // A comment is optional in a notification about a post; every other column is set.
    expect(indexes).toEqual([
      {
        name: 'notifications_once_per_post',
        condition: '((post_id IS NOT NULL) AND (suggested_edit_id IS NULL) AND (collection_id IS NULL))',
      },
    ])
  })
})

/** The tables that refer to members but are not part of the export, each with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  moderated_texts: 'is evidence of what was reported, which would tell its author of a report',
  audit_events: 'the record of what admins did, which outlives accounts',
  comment_idempotency_keys: 'hashes of requests, deleted after a day',
  idempotent_requests: 'responses to requests, deleted after a day',
  post_idempotency_keys: 'hashes of requests, deleted after a day',
  removed_prompts: 'hashes of removed prompts, which the decisions and the posts name',
  media_owners: 'names of files, which the export embeds in posts and profile',
  private_post_grants: "the member's access to posts of other members",
  skill_uploads: 'digests of files, which the posts name',
  moderation_notes: 'what moderators note for each other, which protects those who report',
  uploads: 'files on their way, deleted after an hour',
  user_search: 'a copy of the username for the search',
}

/** Exports that include other members' content read this table to decide what the member can see. */
const READ_FOR_ACCESS = 'private_post_grants'

describe('the account export', () => {
  const exported = new Set<string>()
  beforeAll(async () => {
    queries.length = 0
    for (const { list } of exportSections) await list(sql, 1, 0)
    for (const { table } of queries.flatMap(findTableUses)) exported.add(table)
  })

  it('contains every table that refers to a member', () => {
    const tables = new Set(references.filter(({ to }) => to === 'users').map(({ table }) => table))
    expect([...tables].filter((table) => !exported.has(table) && !(table in NOT_EXPORTED))).toEqual([])
    const isOutdated = (table: string) =>
      !tables.has(table) || (exported.has(table) && table !== READ_FOR_ACCESS)
    expect(Object.keys(NOT_EXPORTED).filter(isOutdated)).toEqual([])
  })
})
