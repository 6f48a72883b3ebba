import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { selectMatchingWords } from './highlight-query.ts'
import { indexPosts } from './index-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'
import { createWordPattern } from './word-pattern.ts'

const database = await createTestDatabase()
const { sql } = database

/** Texts with one bracketed part, each with the query that highlights this part. */
const highlighted: [query: string, text: string][] = [
  ['analyst', 'Two [Analysts] analyse'],
  ['analysts', 'ANALYTICS of an [analyst]'],
  ['dying', 'The [die] is cast, my diary'],
  ['sky', 'Under the [skies] of Skye'],
  ['resume', '[Résumés], and [résumé] or resumption'],
  ['resume', 'One [re\u0301sume\u0301] with combining marks'],
  ['aesthetic', 'An [æsthetic] question'],
  ['strasse', 'In der [Straße] am Strand'],
  ['елка', 'Новая [ёлка] и еда'],
  ['ёлки', 'Новая [ёлки] и еда'],
  ['αθηνα', 'Στην [Αθήνα] αύριο'],
  ['हिन्दी', 'यह [हिन्दी] है। हिन्द'],
  ['שלום', 'אמר [שלום], אדוני'],
  ['שלום', 'אמר [שָׁלוֹם], אדוני'],
  ['שָׁלוֹם', 'אמר [שלום], אדוני'],
  ['كتاب', 'هذا [كتـــاب] جديد'],
  ['مساعد', 'هو [مُسَاعِد] لكم'],
  ['مُسَاعِد', 'هو [مساعد] لكم'],
  ['τέλος', 'ΑΥΤΟ ΕΙΝΑΙ ΤΟ [ΤΈΛΟΣ] ΤΟΥ'],
  ['ΤΕΛΟΣ', 'Αυτό είναι το [τέλος] του'],
  ['ως', 'Λέει [ως] τώρα'],
  ['hyphenation', 'A [hyphen\u00adation] of [hyphen\u00ADation]\u200b words'],
  ['hy\u00adphen\u200bation', 'The [hyphenation] of words'],
  ['میخواهم', 'من [می\u200cخواهم] بروم'],
  ['alpha', '参数：[alpha]_id 和 alphabet'],
  ['alpha', '优化[Alpha]专家'],
  ['node', '[Node].js, snake_[node]_case, nodejs'],
  ['gpt', 'With [GPT]4 or [GPT]-5, not egpt'],
  ['4', 'With GPT[4] or 4k, not 14'],
  ['4k', 'In [4K] and 4 kilos'],
  ['c++', 'Learn [C++], not C'],
  ['c#', 'Learn [C#], not C'],
  ['1️⃣', 'First [1️⃣] then 1'],
  ["don't panic", "I don't [panic], donna"],
  ['sea', 'A [sea], `[sea]`, ([sea]) and [seas]'],
  ['pre-war', 'The [pre-war] years before a [war]'],
]

const unmark = (text: string) => text.replaceAll(/[[\]]/g, '')

beforeAll(async () => {
  const by = await seedUser(database, { username: 'ada' })
  for (const [index, [, text]] of highlighted.entries()) {
    const { id } = await seedPost(database, { by, title: `${index}`, prompt: unmark(text) })
    await indexPosts(sql, [id], true)
  }
})

it.each(highlighted)('highlights for %s: %s', async (q, text) => {
  const results = await searchWithSpellingCorrection(sql, null, {
    q,
    limit: 50,
    offset: 0,
    ...noPostFilters,
  })
  const found = results.find(({ prompt }) => prompt === unmark(text))
  expect(found?.marked.prompt.replaceAll(HIGHLIGHT_START, '[').replaceAll(HIGHLIGHT_END, ']')).toBe(text)
})

it('finds words for any lexemes', async () => {
  const [post] = await sql<{ id: number }[]>`select min(id) as id from posts`
  const lexeme = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 4 })
    .map((text) => text.replaceAll('\0', 'x'))
  await fc.assert(
    fc.asyncProperty(fc.array(lexeme, { minLength: 1, maxLength: 20 }), async (texts) => {
      const lexemes = texts.map((text) => text.toWellFormed())
      const pattern = createWordPattern(lexemes) ?? ''
      const words = await selectMatchingWords(sql, [post?.id ?? 0], {
        lexemes,
        pattern,
        maxPromptLength: 2_000,
      })
      expect(words.every((word) => typeof word === 'string')).toBe(true)
    }),
  )
})

it('shows results without highlights if PostgreSQL cancels the statement that looks for them', async () => {
  const slow = await createTestDatabase()
  const { id } = await seedPost(slow, { by: await seedUser(slow), title: 'Quiet harbour' })
  await indexPosts(slow.sql, [id])
  const search = () =>
    searchWithSpellingCorrection(slow.sql, null, { q: 'harbour', limit: 10, offset: 0, ...noPostFilters })
  expect((await search())[0]?.marked.title).toBe(`Quiet ${HIGHLIGHT_START}harbour${HIGHLIGHT_END}`)
  await slow.sql`
    create or replace function join_segments(segmented text) returns text language plpgsql immutable as $$
      begin raise exception using errcode = 'query_canceled'; end $$`
  expect((await search())[0]?.marked.title).toBe('Quiet harbour')
})
