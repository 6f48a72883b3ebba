import { beforeAll, expect, it } from 'vitest'
import type { AnySql } from '#server/database/connect.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { indexPosts } from './index-query.ts'
import { selectSpellingSuggestions } from './spelling-suggestions-query.ts'

const database = await createTestDatabase()
const { sql } = database

beforeAll(async () => {
  const ids: number[] = []
  for (const title of ['Harbour lights', 'Harbour at night', 'Quiet marmalade'])
    ids.push((await seedPost(database, { title })).id)
  await indexPosts(sql, ids)
  await sql`delete from hot_post_search where post_id = ${ids.at(-1) ?? 0}`
})

/** Returns how many rows of the index of all posts the statements of this transaction have read so far. */
const readRows = async (tx: AnySql): Promise<number> => {
  const [row] = await tx<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables where relname = 'post_search'`
  return row?.rows ?? 0
}

const suggest = (typed: string) =>
  sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    const before = await readRows(tx)
    const suggestions = await selectSpellingSuggestions(tx, [typed], { isMember: false, ms: 10_000 })
    return { suggestions, rows: (await readRows(tx)) - before }
  })

it('finds a correction among the hot posts without the index of all posts', async () => {
  expect(await suggest('harbuor')).toEqual({
    suggestions: [{ typed: 'harbuor', candidates: ['harbour'], posts: 0 }],
    rows: 0,
  })
})

it('finds a correction that is in no hot post', async () => {
  const { suggestions, rows } = await suggest('marmelade')
  expect(suggestions).toEqual([{ typed: 'marmelade', candidates: ['marmalade'], posts: 0 }])
  expect(rows).toBeGreaterThan(0)
})

it('looks for no corrections of a word that more than three posts contain', async () => {
  const addPost = async (title: string) => indexPosts(sql, [(await seedPost(database, { title })).id])
  for (const title of ['Lanterna', 'Lantern one', 'Lantern two', 'Lantern three']) await addPost(title)
  const rare = { typed: 'lantern', candidates: ['lanterna'], posts: 3 }
  expect((await suggest('lantern')).suggestions).toEqual([rare])
  await addPost('Lantern four')
  expect((await suggest('lantern')).suggestions).toEqual([])
})
