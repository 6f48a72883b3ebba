import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { postIdsBodySchema, postIdsSchema, toBulkResult } from './bulk-schemas.ts'
import { limits } from './limits.ts'
import {
  commaListSchema,
  idSchema,
  limitSchema,
  offsetSchema,
  searchTextSchema,
  sortSchema,
} from './query-schemas.ts'

/** Returns the parsed value, or the messages of what is wrong. */
const parse = (schema: z.ZodMiniType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value)
  return success ? data : error.issues.map(({ message }) => message)
}

describe('An id in a query', () => {
  it('is a whole number that fits into four bytes, as text or as a number', () => {
    expect(['1', '42', '2147483647'].map((text) => parse(idSchema, text))).toEqual([1, 42, 2_147_483_647])
    expect([1, 42, 2_147_483_647].map((id) => parse(idSchema, id))).toEqual([1, 42, 2_147_483_647])
  })

  it.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '2147483648',
    '99999999999',
    '１',
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2_147_483_648,
    ['1'],
    null,
  ])('is not %j', (value) => {
    expect(parse(idSchema, value)).toEqual(['Not a valid id'])
  })
})

describe('Paging', () => {
  it('has defaults', () => {
    expect([parse(limitSchema, undefined), parse(offsetSchema, undefined)]).toEqual([limits.pageSize, 0])
  })

  it('is bounded', () => {
    const maximum = String(limits.maxPageSize)
    expect(['1', maximum].map((text) => parse(limitSchema, text))).toEqual([1, limits.maxPageSize])
    for (const text of ['0', String(limits.maxPageSize + 1), '100', '-1', ''])
      expect(parse(limitSchema, text)).toEqual([`limit must be a number from 1 to ${limits.maxPageSize}`])
    expect(['0', '999999999'].map((text) => parse(offsetSchema, text))).toEqual([0, 999_999_999])
    for (const text of ['-1', '1000000000', 'x', ''])
      expect(parse(offsetSchema, text)).toEqual(['offset must be a whole number from 0 to 999999999'])
  })
})

describe('A list separated by commas', () => {
  const schema = commaListSchema(['a', 'b', 'c'], 'letter')

  it('has each known value once, in the order given', () => {
    expect(parse(schema, 'b,a,b')).toEqual(['b', 'a'])
    expect(parse(schema, ['b', 'a', 'b'])).toEqual(['b', 'a'])
    expect(['', ',', [], undefined].map((value) => parse(schema, value))).toEqual([[], [], [], []])
  })

  it('is rejected if it has an unknown value, is too long or is given twice', () => {
    for (const list of ['d', 'a,d', 'A', ' a', ['d'], ['a', 'a,b'], ['']])
      expect(parse(schema, list)).toEqual(['Unknown letter'])
    expect(parse(schema, ','.repeat(2_000))).toEqual([])
    expect(parse(schema, ','.repeat(2_001))).toEqual(['letter is too long'])
    // The server reads a parameter that is given twice as null.
    for (const value of [null, [1]])
      expect(parse(schema, value)).toEqual(['letter must be given once, as a comma-separated list'])
  })
})

it('a search is cleaned and bounded', () => {
  expect([undefined, '', ' a\u0000b '].map((value) => parse(searchTextSchema, value))).toEqual(['', '', 'ab'])
  const longest = 'x'.repeat(limits.searchQuery)
  expect([parse(searchTextSchema, longest), parse(searchTextSchema, `${longest}x`)]).toEqual([
    longest,
    ['q is too long'],
  ])
  expect(parse(searchTextSchema, ['a'])).toEqual(['q must be a single value'])
})

it('the first sort order is the default', () => {
  const schema = sortSchema(['new', 'top'])
  expect([undefined, 'top'].map((value) => parse(schema, value))).toEqual(['new', 'top'])
  expect(parse(schema, 'old')).toEqual(['sort must be one of new, top'])
})

describe('Several posts', () => {
  const tooMany = `Select at most ${limits.bulkPosts} posts at a time`
  const many = Array.from({ length: limits.bulkPosts + 1 }, (_, index) => index + 1)

  it('are named once each in a body', () => {
    expect(parse(postIdsBodySchema, { ids: [3, 1, 3] })).toEqual({ ids: [3, 1] })
    expect(parse(postIdsBodySchema, { ids: many.slice(1) })).toEqual({ ids: many.slice(1) })
    expect(parse(postIdsBodySchema, { ids: [] })).toEqual(['Select a post'])
    expect(parse(postIdsBodySchema, { ids: many })).toEqual([tooMany])
    for (const id of [0, -1, 1.5, 2_147_483_648, '1'])
      expect(parse(postIdsBodySchema, { ids: [id] }), String(id)).toHaveLength(1)
    expect(parse(postIdsBodySchema, { ids: [2_147_483_647] })).toEqual({ ids: [2_147_483_647] })
  })

  it('are named once each in a query', () => {
    const schema = postIdsSchema(3)
    const malformed = ['Must be ids of posts, separated by commas']
    expect([parse(schema, '7'), parse(schema, '3,1,3,2')]).toEqual([[7], [3, 1, 2]])
    expect(parse(schema, '1,2,3,4')).toEqual(['Select at most 3 posts at a time'])
    for (const text of [
      '',
      ',',
      '1,',
      ',1',
      '1,,2',
      '0',
      '01',
      'x',
      '1 ,2',
      '2147483648',
      '1,2147483648',
      '99999999999',
    ])
      expect(parse(schema, text), text).toEqual(malformed)
    expect(parse(schema, [3, 1, 3, 2])).toEqual([3, 1, 2])
    expect(parse(schema, [1, 2, 3, 4])).toEqual(['Select at most 3 posts at a time'])
    for (const value of [null, ['1'], [], [0], [1.5], [2_147_483_648]])
      expect(parse(schema, value)).toEqual(malformed)
    expect(parse(schema, '2147483647,12')).toEqual([2_147_483_647, 12])
  })

  it('are reported as done or with their error, in the order given', () => {
    const codeOf = (id: number) => (id === 2 ? ('post-not-found' as const) : ('topic-not-found' as const))
    expect(toBulkResult([3, 2, 1], new Set([3]), codeOf)).toEqual({
      done: [3],
      failed: [
        { id: 2, code: 'post-not-found', message: expect.stringContaining('ost') },
        { id: 1, code: 'topic-not-found', message: expect.stringContaining('opic') },
      ],
    })
  })
})
