import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

describe('The search box', () => {
  test('words, "phrases" and -words are text', () => {
    expect(parseQuery('red "night market" -rain')).toEqual({
      text: 'red "night market" -rain',
      types: [],
      models: [],
    })
  })

  test('type:, model:, topic: and author: are filters, in any case', () => {
    expect(parseQuery('Type:image model:Claude topic:machine-learning author:@Ada cats')).toEqual({
      text: 'cats',
      types: ['Image'],
      models: ['claude'],
      topic: 'machine-learning',
      author: 'Ada',
    })
  })

  test('a filter value may stand in quotes', () => {
    expect(parseQuery('topic:"Machine Learning" model:"Claude Code"')).toMatchObject({
      text: '',
      topic: 'Machine Learning',
      models: ['claude-code'],
    })
  })

  test('several types or models widen the search', () => {
    expect(parseQuery('type:image type:video type:image').types).toEqual(['Image', 'Video'])
  })

  test('commas do the same, and a model may be named by how it begins', () => {
    expect(parseQuery('type:image,video model:sora,DALLE')).toMatchObject({
      text: '',
      types: ['Image', 'Video'],
      models: ['sora-openai', 'dall-e'],
    })
    expect(parseQuery('type:image,poem')).toMatchObject({ text: 'type:image,poem', types: [] })
  })

  test('a filter with a hyphen excludes', () => {
    expect(parseQuery('-type:image cats')).toMatchObject({
      text: 'cats',
      types: ['Text', 'Code', 'Video', 'Audio'],
    })
    expect(parseQuery('type:image,video -type:video').types).toEqual(['Image'])
    expect(parseQuery('-author:ada -topic:"night market"').text).toBe('-"ada" -"night market"')
  })

  test('only one hyphen right before a word excludes it', () => {
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

  test('an unknown type or model, or a filter without a value, is text', () => {
    expect(parseQuery('type:poem model:abacus author: x')).toEqual({
      text: 'type:poem model:abacus author: x',
      types: [],
      models: [],
    })
  })

  test('inside a phrase nothing is a filter', () => {
    expect(parseQuery('"say type:image now"')).toMatchObject({ text: '"say type:image now"', types: [] })
  })

  test('any text can be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (q) => {
        expect(typeof parseQuery(q).text).toBe('string')
      }),
    )
  })
})
