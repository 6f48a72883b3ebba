import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { searchPosts } from '../contract.ts'
import { searchTexts } from '../web/texts.ts'
import { filterNames, parseQuery } from './parse-query.ts'

describe('The search box', () => {
  test('keeps words, "phrases" and -words as text', () => {
    expect(parseQuery('red "night market" -rain')).toEqual({
      text: 'red "night market" -rain',
      ...noPostFilters,
      works: [],
      forms: [],
      tags: [],
    })
  })

  test('reads type:, model:, topic: and author: as filters, in any letter case', () => {
    expect(parseQuery('Type:image model:Claude topic:machine-learning author:@Ada cats')).toEqual({
      ...noPostFilters,
      text: 'cats',
      types: ['Image'],
      models: ['claude'],
      works: [],
      forms: [],
      tags: [],
      topic: 'machine-learning',
      author: 'Ada',
    })
  })

  test('accepts a quoted filter value', () => {
    expect(parseQuery('topic:"Machine Learning" model:"Claude Code"')).toMatchObject({
      text: '',
      topic: 'Machine Learning',
      models: ['claude-code'],
      works: [],
      forms: [],
      tags: [],
    })
  })

  test('combines several types or models with OR', () => {
    expect(parseQuery('type:image type:video type:image').types).toEqual(['Image', 'Video'])
  })

  test('accepts comma-separated values and prefixes of model names', () => {
    expect(parseQuery('type:image,video model:sora,DALLE')).toMatchObject({
      text: '',
      types: ['Image', 'Video'],
      models: ['sora-openai', 'dall-e'],
      works: [],
      forms: [],
      tags: [],
    })
    expect(parseQuery('type:image,poem')).toMatchObject({ text: 'type:image,poem', types: [] })
  })

  test('excludes the matches of a filter with a hyphen', () => {
    expect(parseQuery('-type:image cats')).toMatchObject({
      text: 'cats',
      types: ['Text', 'Code', 'Video', 'Audio'],
    })
    expect(parseQuery('type:image,video -type:video').types).toEqual(['Image'])
    expect(parseQuery('-author:ada -topic:"night market"').text).toBe('-"ada" -"night market"')
  })

  test('excludes a word only if a single hyphen directly precedes it', () => {
    expect(parseQuery('City - Poster -- --flag -rain -"a b" a-b').text).toBe(
      'City Poster flag -rain -"a b" a-b',
    )
    expect(
      parseQuery(
        `name ${'-'.repeat(300)} ${'- '.repeat(60)}${'-"" '.repeat(40)}${'&-'.repeat(40)} <${'-'.repeat(40)} <--x`,
      ).text,
    ).toBe('name x')
    expect(parseQuery(`a<b o<${'-'.repeat(40)}`).text).toBe('a b o')
  })

  test('reads form: as forms of posts, whatever their case', () => {
    expect(parseQuery('form:Skill,messages').forms).toEqual(['skill', 'messages'])
    expect(parseQuery('form:essay')).toMatchObject({ forms: [], text: 'form:essay' })
  })

  test('reads tag: as normalized tags, all of which a post must have', () => {
    expect(parseQuery('tag:"Cover Letter" tag:SEO tag:!!')).toMatchObject({ tags: ['cover-letter', 'seo'] })
    expect(parseQuery('tag:c++,.NET tag:"C#" tag:r&d、f#')).toMatchObject({
      tags: ['c++', '.net', 'c#', 'r&d', 'f#'],
    })
  })

  test('treats unknown types and models and filters without a value as text', () => {
    expect(parseQuery('type:poem model:abacus author: x')).toEqual({
      text: 'type:poem model:abacus author: x',
      ...noPostFilters,
      works: [],
      forms: [],
      tags: [],
    })
  })

  test('ignores filters inside a phrase', () => {
    expect(parseQuery('"say type:image now"')).toMatchObject({ text: '"say type:image now"', types: [] })
  })

  test('parses any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (q) => {
        expect(typeof parseQuery(q).text).toBe('string')
      }),
    )
  })
})

test.each(filterNames)('is explained for the filter %s, on the page and in the API', (name) => {
  expect(searchTexts.hints.some(([example]) => example.startsWith(`${name}:`))).toBe(true)
  expect(searchPosts.summary).toContain(`${name}:`)
})
