import { expect, it } from 'vitest'
import { buildUrl, nextAfter } from './endpoint.ts'

const list = '/api/t/:name/:id'

it('fills in path parameters, joins lists with commas and omits empty values', () => {
  expect(buildUrl(list, { name: 'a/b c', id: 7 })).toBe('/api/t/a%2Fb%20c/7')
  const query = {
    types: ['Text', 'Code'],
    models: [],
    limit: 0,
    q: 'a&b',
    after: undefined,
    sort: null,
    to: '',
  }
  expect(buildUrl(list, { name: 'x', id: 1 }, query)).toBe('/api/t/x/1?types=Text%2CCode&limit=0&q=a%26b')
})

it('a page has a cursor after its last item only if it is full', () => {
  const next = nextAfter((item: number) => `c${item}`)
  expect([[3, 2], [3, 2, 1], [3], []].map((items) => next(items, { limit: 2 }))).toEqual([
    { after: 'c2' },
    { after: 'c1' },
    null,
    null,
  ])
  expect(next([], { limit: 0 })).toBeNull()
})
