import { expect, it } from 'vitest'
import { parseHttpUrl } from './http-url.ts'

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
