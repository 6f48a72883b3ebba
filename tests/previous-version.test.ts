import { describe, expect, it } from 'vitest'
import { seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database

/**
 * During a rolling update, servers of the previous version still use the names from before migrations 0030 and 0035.
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

  it('can claim a file through either column name', async () => {
    const claim = async (column: string, value: string) => {
      await sql`insert into media_files (name) values ('claimed') on conflict do nothing`
      await sql`update media_files set ${sql(column)} = ${value}, touched_at = now() where name = 'claimed'`
      const [row] = await sql<{ claimedAt: Date; takenUpAt: Date }[]>`
        select claimed_at, taken_up_at from media_files where name = 'claimed'`
      return [row?.claimedAt.toISOString(), row?.takenUpAt.toISOString()]
    }
    for (const [column, value] of [
      ['taken_up_at', '2026-01-01T00:00:00.000Z'],
      ['claimed_at', '2026-01-02T00:00:00.000Z'],
      ['taken_up_at', '2026-01-03T00:00:00.000Z'],
    ] as const)
      expect(await claim(column, value)).toEqual([value, value])
  })

  it.each(['made_by', 'optimizer_version'])("can store an optimizer's version as %s", async (column) => {
    const member = await seedUser(database)
    const [row] = await sql<{ madeBy: string; optimizerVersion: string }[]>`
      insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt, ${sql(column)})
      values (${member.id}, 'a', 'b', 'rules 2') returning made_by, optimizer_version`
    expect(row).toEqual({ madeBy: 'rules 2', optimizerVersion: 'rules 2' })
  })
})
