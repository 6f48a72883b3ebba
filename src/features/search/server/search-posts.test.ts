import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import type { Viewer } from '#core/viewer.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createTestDatabase, provisionTestDatabase } from '#tests/support/database.ts'
import { csvHeader, formatCsvLine, importText } from '#tests/support/import-files.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { encodeSearchCursor, HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { parseQuery } from './parse-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

const database = await createTestDatabase()
const member = buildViewer()
const start = 'A beginning that everybody may read, long enough to fill what is shown. '.repeat(3)

const search = (q: string, more: object = {}, viewer: Viewer = null) =>
  searchWithSpellingCorrection(database.sql, viewer, {
    q,
    limit: 10,
    offset: 0,
    ...noPostFilters,
    ...more,
  })
/** Searches, and returns the titles of the full matches. */
const titles = async (...args: Parameters<typeof search>) =>
  (await search(...args)).filter(({ isPartial }) => !isPartial).map((post) => post.title)
/** Searches, and returns the titles of the partial matches. */
const partialTitles = async (...args: Parameters<typeof search>) =>
  (await search(...args)).filter(({ isPartial }) => isPartial).map((post) => post.title)

beforeAll(async () => {
  const rows = [
    formatCsvLine('Lighthouse keeper', 'Describe the lamp room.', 'FALSE', 'TEXT', 'ada'),
    formatCsvLine('Résumé writer', 'Write about a lighthouse.', 'FALSE', 'TEXT', 'ada'),
    formatCsvLine('Painted sea', 'A lighthouse in oil, foggy.', 'FALSE', 'IMAGE', 'bob'),
    formatCsvLine('Secret garden', `${start} The hidden word is xylophone.`, 'FALSE', 'TEXT', 'bob'),
    formatCsvLine('Query tuner', 'Explain this plan.', 'TRUE', 'TEXT', 'eve'),
    formatCsvLine('小红书邮轮项目推广提示词', '担任Go语言开发者。红色的书。', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('Node.js helper', 'Automate with UX/UI and GPT-4 in C++.', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('C# helper', 'C and C and c', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('Floating City - Photoreal Poster', 'A city', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('City', 'Nothing', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('City guide', 'A city, the city, one city, city', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('Base64 promt', 'x', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('Prompt engineer', 'x', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('俳句のプロンプト', '小さな、プログラム', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('วาดภาพแมวในสวน', 'แม่มดวางหนังสือ', 'FALSE', 'IMAGE', 'mei'),
    formatCsvLine('블로그 프롬프트를 작성하는 도우미', '한국어로 답하세요.', 'FALSE', 'TEXT', 'mei'),
    formatCsvLine('សរសេររឿងអំពីឆ្មា', 'ຂຽນເລື່ອງກ່ຽວກັບແມວ မြန်မာစာ', 'FALSE', 'TEXT', 'mei'),
    ...Array.from({ length: 25 }, (_, index) =>
      formatCsvLine(`Meadow ${index}`, `Number ${index}`, 'FALSE', 'TEXT', 'ada'),
    ),
  ]
  await importText(database.sql, [csvHeader, ...rows].join('\n'))
})
afterAll(database.close)

describe('Search', () => {
  test('ranks a title match above a prompt match', async () => {
    expect((await titles('lighthouse'))[0]).toBe('Lighthouse keeper')
    expect(await titles('lighthouse')).toHaveLength(3)
  })

  test('ignores accents', async () => {
    expect(await titles('resume')).toEqual(['Résumé writer'])
  })

  test('omits posts that contain an excluded word', async () => {
    expect(await titles('lighthouse -oil')).not.toContain('Painted sea')
    expect(await titles('-meadow', { limit: 50 })).toHaveLength(17)
  })

  test('narrows the results with filters', async () => {
    expect(await titles('lighthouse type:image')).toEqual(['Painted sea'])
    expect(await titles('lighthouse', { types: ['Image'] })).toEqual(['Painted sea'])
    expect(await titles('lighthouse type:image', { types: ['Text'] })).toEqual([])
    expect(await titles('author:EVE')).toEqual(['Query tuner'])
    expect(await titles('topic:developmnt plan')).toEqual(['Query tuner'])
    expect(await titles('author:nobody')).toEqual([])
    expect(await titles('lighthouse model:claude')).toEqual([])
    await database.sql`update posts set models = '{claude,gemini}' where title = 'Lighthouse keeper'`
    expect(await titles('lighthouse model:claude')).toEqual(['Lighthouse keeper'])
    expect(await titles('lighthouse model:claude', { models: ['llama'] })).toEqual([])
    expect(await titles('lighthouse', { types: ['Image', 'Code'] })).toEqual(['Painted sea'])
    expect(await titles('type:code type:image', { limit: 50 })).toHaveLength(3)
  })

  test('is repeated if it had to end before it found anything', async () => {
    const locked = Promise.withResolvers<void>()
    const holding = database.sql.begin(async (holder) => {
      await holder`lock table hot_post_search, post_search in access exclusive mode`
      locked.resolve()
      // The first attempt ends while the tables are locked, the second one after that.
      await holder`select pg_sleep(0.35)`
    })
    await locked.promise
    expect(await titles('painted sea')).toEqual(['Painted sea'])
    await holding
  })

  test('returns the matches among the hot posts if the search over all posts times out', async () => {
    let results: ReturnType<typeof search> | undefined
    await database.sql.begin(async (holder) => {
      await holder`lock table post_search in access exclusive mode`
      results = search('lighthouse')
      results.catch(() => {})
      // The query over all posts times out while the table is locked. The query over the hot posts has already run.
      await new Promise((resolve) => setTimeout(resolve, 1_700))
    })
    expect((await results)?.map((post) => post.title)).toContain('Lighthouse keeper')
  })

  test('finds nothing for an empty query', async () => {
    expect(await titles('')).toEqual([])
    expect(await titles('the of')).toEqual([])
  })

  test('searches the hidden rest of prompts for members only', async () => {
    expect(await titles('xylophone')).toEqual([])
    expect(await titles('xylophone', {}, member)).toEqual(['Secret garden'])
    expect((await search('garden'))[0]?.prompt).toHaveLength(150)
  })

  test('corrects a misspelled word and says so', async () => {
    const [found] = await search('lihgthouse keper')
    expect(found?.title).toBe('Lighthouse keeper')
    expect(found?.correctedTo).toBe('lighthouse keeper')
    expect((await search('lighthouse'))[0]?.correctedTo).toBeNull()
  })

  test('pages without gaps or repetitions, even if the query was corrected', async () => {
    for (const q of ['meadow', 'maedow']) {
      const byOffset = [
        ...(await search(q)),
        ...(await search(q, { offset: 10 })),
        ...(await search(q, { offset: 20 })),
      ]
      expect(new Set(byOffset.map((post) => post.id)).size).toBe(25)
      const last = byOffset[9]
      const [, rank, score, id] = /^(\d+)_(-?\d+)_(\d+)$/.exec(last ? encodeSearchCursor(last) : '') ?? []
      const after = { rank: Number(rank), score: Number(score), id: Number(id) }
      expect((await search(q, { after })).map((post) => post.id)).toEqual(
        byOffset.slice(10, 20).map((post) => post.id),
      )
    }
  })

  test('highlights matches and leaves the text otherwise unchanged', async () => {
    const [first] = await search('lighthouse')
    expect(first?.marked.title).toBe(`${HIGHLIGHT_START}Lighthouse${HIGHLIGHT_END} keeper`)
    expect(first?.marked.prompt).toBe('Describe the lamp room.')
  })

  test('finds text written without spaces by any part of it', async () => {
    for (const q of ['小红书', '项目推广', '"邮轮项目"', '邮轮 提示', 'Go语言', '语言开发 -prompt', '书']) {
      expect(await titles(q), q).toEqual(['小红书邮轮项目推广提示词'])
    }
    expect(await titles('ロンプ')).toEqual(['俳句のプロンプト'])
    expect(await titles('小')).toHaveLength(2)
    expect(await titles('小 -邮轮')).toEqual(['俳句のプロンプト'])
    expect(await titles('书红')).toEqual([])
    const [found] = await search('「小红书」')
    expect(found?.marked.title).toBe(`${HIGHLIGHT_START}小红书${HIGHLIGHT_END}邮轮项目推广提示词`)
    // Characters of the query are not highlighted where they occur separately.
    expect(found?.marked.prompt).toBe('担任Go语言开发者。红色的书。')
  })

  test('finds any part of Thai, Lao, Burmese or Khmer text, whatever its tone marks', async () => {
    for (const q of ['แมว', 'ภาพ', 'ในสวน', 'แม่ว', 'แมว -หนู'])
      expect(await titles(q), q).toEqual(['วาดภาพแมวในสวน'])
    for (const q of ['ឆ្មា', 'ແມວ', 'စာ']) expect(await titles(q), q).toEqual(['សរសេររឿងអំពីឆ្មា'])
    expect(await titles('วแม')).toEqual([])
    expect(await titles('ภาพ -แมว')).toEqual([])
    const [found] = await search('แมว')
    expect(found?.marked.title).toBe(`วาดภาพ${HIGHLIGHT_START}แมว${HIGHLIGHT_END}ในสวน`)
    expect(found?.marked.prompt).toBe('แม่มดวางหนังสือ')
    const [tone] = await search('แม่มด')
    expect(tone?.marked.prompt).toBe(`${HIGHLIGHT_START}แม่มด${HIGHLIGHT_END}วางหนังสือ`)
    const either = await search('แมว or résumé'.normalize('NFD'))
    expect(either.map(({ marked }) => marked.title)).toContain(
      `${HIGHLIGHT_START}Résumé${HIGHLIGHT_END} writer`,
    )
  })

  test('finds a Korean word by any part of it and with any particle', async () => {
    for (const q of ['프롬프트', '프롬프트 작성', '한국', '롬프', '블로그'.normalize('NFD')])
      expect(await titles(q), q).toEqual(['블로그 프롬프트를 작성하는 도우미'])
    expect(await titles('트프')).toEqual([])
    expect((await search('프롬프트'))[0]?.marked.title).toBe(
      `블로그 ${HIGHLIGHT_START}프롬프트${HIGHLIGHT_END}를 작성하는 도우미`,
    )
    expect(await partialTitles('프롬프트 번역')).toEqual(['블로그 프롬프트를 작성하는 도우미'])
  })

  test('finds a name as a whole and by its parts, in any spelling', async () => {
    for (const q of ['node', 'js', 'Node.js', 'node-js', 'ux', '"UX/UI"', 'gpt 4', 'gpt4', 'GPT-4']) {
      expect((await titles(q))[0], q).toBe('Node.js helper')
    }
    expect((await search('gpt4'))[0]?.marked.prompt).toContain(`${HIGHLIGHT_START}GPT-4${HIGHLIGHT_END}`)
    expect(await titles('C++')).toEqual(['Node.js helper'])
    expect(await titles('c#')).toEqual(['C# helper'])
    expect((await search('c#'))[0]?.marked.title).toBe(`${HIGHLIGHT_START}C#${HIGHLIGHT_END} helper`)
  })

  test('ranks a title that equals the query first, then titles that contain it', async () => {
    expect(await titles('city')).toEqual(['City', 'City guide', 'Floating City - Photoreal Poster'])
    expect(await titles('Floating City - Photoreal Poster')).toEqual(['Floating City - Photoreal Poster'])
  })

  test('corrects a query even if a title contains the same typo', async () => {
    const [found] = await search('promt engineer')
    expect(found).toMatchObject({ title: 'Prompt engineer', correctedTo: 'prompt engineer' })
    expect(await titles('promt')).toEqual(['Base64 promt'])
    expect((await search('the promt for an engineer'))[0]?.correctedTo).toBe('the prompt for an engineer')
    expect((await search('lighth'))[0]?.correctedTo).toBe('lighthouse')
  })

  test('accepts rows of hyphens after, before and between any characters', async () => {
    const row = '-'.repeat(60)
    const characters = Array.from({ length: 0x2fff }, (_, index) => String.fromCodePoint(index + 1))
    const queries = characters.flatMap((character) =>
      [
        `o${character}${row}`,
        `o${character}${row}x`,
        `${character}${row}o`,
        `"o${character}${row}"`,
        `"o"${character}${row}x`,
      ].map((q) => parseQuery(q).text),
    )
    const [counted] = await database.sql<{ queries: number }[]>`
      select count(search_query(q))::integer as queries from unnest(${queries}::text[]) q`
    expect(counted?.queries).toBe(queries.length)
  })

  test('accepts any text as a query', async () => {
    const unit = fc.oneof(
      fc.constantFrom(...`&|!():*<>"'\\- or type:image topic: `),
      fc
        .tuple(
          fc.constantFrom('-', '- ', '-"" ', '!', '(-', '<-', '"', '- or ', 'a- '),
          fc.integer({ min: 30, max: 90 }),
        )
        .map(([character, times]) => character.repeat(times)),
      fc.string({ unit: 'grapheme' }),
    )
    const text = fc
      .array(unit, { maxLength: 60 })
      .map((parts) => parts.join('').replaceAll('\0', '').slice(0, 300))
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (q, isMember) => {
        expect(Array.isArray(await search(q.toWellFormed(), {}, isMember ? member : null))).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  describe('for a sentence', () => {
    test('lists posts with some of its words, rarest words first and titles before prompts', async () => {
      const query = 'please write me a guide to the lighthouse of a foggy city'
      expect(await titles(query)).toEqual([])
      const found = await partialTitles(query)
      expect(found.slice(0, 2)).toEqual(['City guide', 'Painted sea'])
      expect((await search(query))[0]?.found).toEqual({ count: 0, isMore: false })
    })

    test('lists posts with all of its words first, and partial matches only if these are fewer than five', async () => {
      expect((await search('city guide')).map(({ title, isPartial }) => [title, isPartial])).toEqual([
        ['City guide', false],
        ['City', true],
        ['Floating City - Photoreal Poster', true],
      ])
      expect(await partialTitles('meadow number', { limit: 50 })).toEqual([])
      expect((await search('meadow number'))[0]?.found).toEqual({ count: 25, isMore: false })
    })

    test('respects exclusions and filters, and keeps a quoted phrase whole', async () => {
      expect(await partialTitles('city lighthouse -oil')).not.toContain('Painted sea')
      expect(await partialTitles('city lighthouse type:image')).toEqual(['Painted sea'])
      expect(await partialTitles('"city keeper" lighthouse', {}, member)).not.toContain('City')
    })

    test('lets visitors search only what they can read', async () => {
      expect(await partialTitles('xylophone lighthouse')).not.toContain('Secret garden')
      expect(await partialTitles('xylophone lighthouse', {}, member)).toContain('Secret garden')
    })

    test('finds posts that contain parts of it if it has no spaces', async () => {
      expect(await titles('小红书文案')).toEqual([])
      expect(await partialTitles('小红书文案')).toEqual(['小红书邮轮项目推广提示词'])
    })

    test('corrects its unknown words', async () => {
      const [found] = await search('lihgthouse for the sity of dreems')
      expect(found).toMatchObject({ isPartial: true, correctedTo: 'lighthouse for the city of dreems' })
    })

    test('pages without gaps or repetitions', async () => {
      const all = await search('meadow city', { limit: 50 })
      const [third, fourth] = [all[2], all[3]]
      if (!third || !fourth) throw new Error('There are more than three')
      expect((await search('meadow city', { after: third, limit: 1 }))[0]?.id).toBe(fourth.id)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    })
  })

  test('uses at most twelve words and phrases and says how many it ignores', async () => {
    const words = Array.from({ length: 15 }, (_, n) => `word${n}`)
    const [found] = await search(`lighthouse ${words.join(' ')} the and`)
    expect(found).toMatchObject({ ignoredTerms: 4, isPartial: true })
    expect((await search('the lighthouse'))[0]?.ignoredTerms).toBe(0)
  })

  test('never finds a private post', async () => {
    await importText(
      database.sql,
      `${csvHeader}\n${formatCsvLine('Walled yard', 'x', 'FALSE', 'TEXT', 'ada')}`,
    )
    expect(await titles('walled', {}, member)).toEqual(['Walled yard'])
    await database.sql`update posts set is_private = true, private_id = 'abcdefghijklmnopqrst', topic_id = null
      where title = 'Walled yard'`
    expect(await titles('walled', {}, member)).toEqual([])
  })
})

test('finds nothing if PostgreSQL cannot analyze the words in time', async () => {
  const hurried = openDatabase({ url: await provisionTestDatabase(), max: 1, statementTimeoutMs: 1 })
  onTestFinished(hurried.close)
  const q = Array.from({ length: 74 }, (_, n) => `bq${n}`).join('.')
  const query = { q, limit: 10, offset: 0, ...noPostFilters }
  expect(await searchWithSpellingCorrection(hurried.sql, null, query)).toEqual([])
})
