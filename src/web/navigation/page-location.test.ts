import { expect, test } from 'vitest'
import { normalizePath, parseLocation } from './page-location.ts'

test('parses a URL into its path, string query parameters and hash', () => {
  expect(parseLocation('/t/caf%C3%A9?q=2024&q=1&tag=a%20b#comment-3', 'k')).toEqual({
    href: '/t/caf%C3%A9?q=2024&q=1&tag=a%20b',
    pathname: '/t/caf%C3%A9',
    search: { q: '2024', tag: 'a b' },
    hash: '#comment-3',
    key: 'k',
  })
})

test.each(['/?q=%', '/?=&&', '/%', '/%00?q=%00', '//evil.example/x', '/?__proto__=1'])(
  'parses %s',
  (address) => expect(parseLocation(address).pathname).toMatch(/^\//),
)

test.each([
  ['/', '/'],
  ['/popular/', '/popular'],
  ['//evil.example', '/evil.example'],
  ['/t//learning///', '/t/learning'],
])('normalizes the path %s to %s', (path, tidy) => expect(normalizePath(path)).toBe(tidy))

test('removes NUL characters from query parameters', () =>
  expect(parseLocation('/?q=a%00b').search).toEqual({ q: 'ab' }))
