import { expect, test } from 'vitest'
import { normalizePath, parseLocation } from './page-location.ts'

test('an address is read as path, plain texts of its query, and hash', () => {
  expect(parseLocation('/t/caf%C3%A9?q=2024&q=1&tag=a%20b#comment-3', 'k')).toEqual({
    href: '/t/caf%C3%A9?q=2024&q=1&tag=a%20b',
    pathname: '/t/caf%C3%A9',
    search: { q: '2024', tag: 'a b' },
    hash: '#comment-3',
    key: 'k',
  })
})

test.each(['/?q=%', '/?=&&', '/%', '/%00?q=%00', '//evil.example/x', '/?__proto__=1'])(
  '%s can be read',
  (address) => expect(parseLocation(address).pathname).toMatch(/^\//),
)

test.each([
  ['/', '/'],
  ['/popular/', '/popular'],
  ['//evil.example', '/evil.example'],
  ['/t//learning///', '/t/learning'],
])('the tidy path of %s is %s', (path, tidy) => expect(normalizePath(path)).toBe(tidy))

test('a text of the query has no NUL, which no page may hold', () =>
  expect(parseLocation('/?q=a%00b').search).toEqual({ q: 'ab' }))
