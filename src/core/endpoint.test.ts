import { expect, it } from 'vitest'
import { buildUrl } from './endpoint.ts'

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
