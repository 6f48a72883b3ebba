import { expect, it } from 'vitest'
import { pickQueryParameters } from './canonical-url.ts'

it.each([
  ['/', [], '/'],
  ['/?x=1', ['q'], '/'],
  ['/?x=1&q=cats%20and&y=2', ['q'], '/?q=cats+and'],
  ['/new?types=Code&after=7', ['after', 'types'], '/new?after=7&types=Code'],
  ['/new?types=Code&after=', ['after', 'types'], '/new?after=&types=Code'],
  ['/api/posts?limit=1&limit=2', ['limit'], '/api/posts?limit=1&limit=2'],
])('canonicalizes %s, where %j are the known parameters, to %s', (url, names, expected) => {
  expect(pickQueryParameters(url, names)).toBe(expected)
})
