import { describe, expect, it } from 'vitest'
import { testDatabase } from './support/database.ts'

const { sql } = await testDatabase()

/**
 * During a rolling update, servers of the previous version still use the names from before migration 0030.
 */
describe('statements of the previous version', () => {
  it('can read, insert, update and delete through the old table names', async () => {
    await sql`insert into spent_tokens (hash, family, ends_at) values ('\\x01', gen_random_uuid(), now()) on conflict do nothing`
    await sql`update spent_tokens set ends_at = now() + interval '1 day' where hash = '\\x01'`
    const [row] = await sql<
      { hash: Buffer }[]
    >`select hash from consumed_tokens where ends_at > now() for update`
    expect(row?.hash).toEqual(Buffer.from([1]))
    await sql`delete from spent_tokens`
    expect(await sql`select from consumed_tokens`).toHaveLength(0)
  })

  it.each(['posts_to_index', 'best_search', 'post_requests', 'comment_requests', 'admin_acts', 'removals'])(
    'can still write %s',
    async (name) => {
      const [row] = await sql<{ isInsertable: boolean }[]>`
      select is_insertable_into = 'YES' as is_insertable from information_schema.tables where table_name = ${name}`
      expect(row?.isInsertable).toBe(true)
    },
  )

  it('can segment texts and hash titles through the old function names', async () => {
    const [row] = await sql<{ isSame: boolean }[]>`
      select words_apart('Node.js 小') = segment_text('Node.js 小') and words_together(words_apart('Node.js')) = 'Node.js'
        and title_key(to_tsvector('a b')) = title_hash(to_tsvector('a b')) as is_same`
    expect(row?.isSame).toBe(true)
  })
})
