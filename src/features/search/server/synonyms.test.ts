import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { defaultSiteTexts } from '#features/site-texts/contract-messages.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'
import { storeSynonyms } from './terms-query.ts'

const database = await createTestDatabase()
const { sql } = database

const search = (q: string) =>
  searchWithSpellingCorrection(sql, null, { q, limit: 10, offset: 0, ...noPostFilters })
/** Returns the titles of the posts that match the whole query, in alphabetical order. */
const find = async (q: string) =>
  (await search(q))
    .filter(({ isPartial }) => !isPartial)
    .map(({ title }) => title)
    .sort()

const readAll = () =>
  sql<{ key: string; query: string; lexemes: string[] }[]>`select * from search_synonyms order by key`

it('begin as the list that the migration has stored', async () => {
  const stored = await readAll()
  expect(stored.length).toBeGreaterThan(100)
  await storeSynonyms(sql, defaultSiteTexts.synonyms)
  expect(await readAll()).toEqual(stored)
})
// Empties the cache of analyses, which this worker's next test files also read: they have other synonyms.
afterAll(() => storeSynonyms(sql, ''))

describe('A search', () => {
  beforeAll(async () => {
    const posts = {
      'Check a résumé': 'Compare it with an offer.',
      'Write a CV': 'One page.',
      'Curriculum vitae in Latin': 'For a school.',
      'Merge request rules': 'For reviewers.',
      'Request to merge': 'For companies.',
      'Story for children': 'A quiet ending.',
    }
    for (const [title, description] of Object.entries(posts))
      await seedPost(database, { title, description, prompt: 'Do it.' })
  })

  const all = ['Check a résumé', 'Curriculum vitae in Latin', 'Write a CV']
  it.each([
    ['a word', 'cv', all],
    ['another word of its group, with an accent and in the plural', 'Résumés', all],
    ['two words that are one of the group', 'curriculum vitae', all],
    ['a word among others', 'write resume', ['Write a CV']],
    ['two words that mean two others in that order', 'pull request', ['Merge request rules']],
    ['two words among others', 'write curriculum vitae', ['Write a CV']],
    ['a phrase, which means itself only', '"resume"', ['Check a résumé']],
    ['a phrase of two words', '"curriculum vitae"', ['Curriculum vitae in Latin']],
    ['an excluded word, which means itself only', 'cv -resume', ['Curriculum vitae in Latin', 'Write a CV']],
    [
      'alternatives',
      'kids or cv',
      ['Check a résumé', 'Curriculum vitae in Latin', 'Story for children', 'Write a CV'],
    ],
  ])('finds the synonyms of %s: %s', async (_, q, titles) => {
    expect(await find(q)).toEqual(titles)
  })

  it('highlights the synonyms', async () => {
    const marked = (await search('cv')).map((result) => result.marked.title)
    expect(marked).toContain(`Check a ${HIGHLIGHT_START}résumé${HIGHLIGHT_END}`)
    expect(marked).toContain(`Write a ${HIGHLIGHT_START}CV${HIGHLIGHT_END}`)
  })

  it('lists posts with a synonym among the partial matches', async () => {
    const [first] = await search('resume lighthouse')
    expect(first).toMatchObject({ isPartial: true })
    expect((await search('kids lighthouse')).map(({ title }) => title)).toEqual(['Story for children'])
  })

  it('uses the synonyms of four terms at most', async () => {
    expect(await find('cv or cv or cv or cv or kids')).not.toContain('Story for children')
  })
})

describe('An admin', () => {
  it('changes the synonyms, and brings back those that come with the site', async () => {
    const app = await buildTestApp(database)
    const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const write = (text: string) =>
      app.inject({ method: 'PUT', url: '/api/admin/site-texts/synonyms', headers, payload: { text } })
    const before = await readAll()
    expect((await write('# Mine\nresume, biography\n\nalone\n, ,\n# cv, comment\n')).statusCode).toBe(200)
    expect((await readAll()).map(({ key }) => key)).toEqual(['biographi', 'resum'])
    expect(await find('biography')).toEqual(['Check a résumé'])
    expect(await find('cv')).toEqual(['Write a CV'])
    expect((await write('')).statusCode).toBe(200)
    expect(await readAll()).toEqual(before)
    const events = await sql`select action, target_name from audit_events order by id`
    expect(events).toEqual(Array(2).fill({ action: 'edit-page', targetName: 'synonyms' }))
  })

  it.each([
    ['quotes and operators', `it's, "that's" & (x | !y):*\\`],
    ['eleven words', Array.from({ length: 11 }, (_, n) => `word${n}`).join(', ')],
    ['a long line', `a${'b'.repeat(5_000)}, c${' d'.repeat(2_000)}, e`],
    ['many lines', 'one, two\n'.repeat(2_200)],
    ['one word in many groups', Array.from({ length: 900 }, (_, n) => `one, other${n}`).join('\n')],
    ['Chinese commas', '简历，履历、生平'],
  ])('can write a list with %s', async (_, list) => {
    await storeSynonyms(sql, list)
    for (const { query } of await readAll()) expect(await sql`select ${query}::tsquery`).toHaveLength(1)
    expect(Math.max(0, ...(await readAll()).map(({ lexemes }) => lexemes.length))).toBeLessThanOrEqual(40)
    await search('word1 one it 简历')
  })
})
