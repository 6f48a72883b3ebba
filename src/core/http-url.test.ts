import { expect, it } from 'vitest'
import { decodeAmpersands, isWebLink, parseHttpUrl } from './http-url.ts'

it.each([
  ['HTTPS://Example.org/A?b=1#c', 'https://example.org/A?b=1#c'],
  ['http://example.org', 'http://example.org/'],
  ['https:example.org', null],
  [' https://example.org', null],
  ['//example.org', null],
  ['/post/7', null],
  ['https://', null],
  ['javascript:alert("https://example.org")', null],
  ['data:text/html,https://example.org', null],
])('makes links of URLs of HTTP(S) alone: %j', (written, href) => {
  expect(parseHttpUrl(written)).toBe(href)
})

it('says whether a text is a complete link that shows its host', () => {
  for (const link of ['https://example.org', 'HTTP://example.org/a?b#c', 'https://user.example.org/@name'])
    expect(isWebLink(link), link).toBe(true)
  for (const text of [
    '',
    'example.org',
    'https:example.org',
    'https://',
    'https://localhost',
    'https://[',
    'ftp://example.org',
    ' https://example.org',
    'see https://example.org',
    'https://github.com@example.org',
    'https://:word@example.org',
    'javascript:alert("https://example.org")',
  ])
    expect(isWebLink(text), text).toBe(false)
})

it('decodes every ampersand of a URL that was copied from HTML', () => {
  expect(decodeAmpersands('https://example.org/?a=1&amp;b=2&amp;c=3&d=4')).toBe(
    'https://example.org/?a=1&b=2&c=3&d=4',
  )
})
