import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildUrl, endpoint } from './endpoint.ts'

const list = endpoint({
  method: 'GET',
  path: '/api/t/:name/:id',
  summary: 'A list',
  tag: 'Tests',
  access: 'anyone',
  reply: z.object({}),
})

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
