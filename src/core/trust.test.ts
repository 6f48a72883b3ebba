import { describe, expect, it } from 'vitest'
import type { InlineNode } from './inline-node.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'
import { hasLink } from './trust.ts'

const inBlock = (block: MarkdownBlock): string[] => {
  if (block.kind === 'code') return []
  if (block.kind === 'list') return block.items.flat().flatMap(inBlock)
  if (block.kind === 'quote') return block.children.flatMap(inBlock)
  return block.children.flatMap(inInline)
}
const inInline = (node: InlineNode): string[] => {
  if (typeof node === 'string' || !('children' in node)) return []
  return node.kind === 'link' ? [node.href] : node.children.flatMap(inInline)
}
/** The hosts to which a text links on its page. */
const hostsOf = (text: string): string[] =>
  parseMarkdown(text)
    .flatMap(inBlock)
    .map((href) => new URL(href).hostname)

describe('a link', () => {
  it.each([
    'https://offers.test/now',
    'HTTPS://OFFERS.TEST/NOW',
    'www.offers.test',
    '<https://offers.test>',
    '[here](https://offers.test)',
    String.raw`[here](https:\/\/offers.test)`,
    String.raw`[here](https\://offers.test)`,
    String.raw`[here](https:/\/offers.test)`,
    'https://github.com.offers.test/',
    'https://localhost.offers.test/',
    'https://github.com:pass@offers.test/',
    'https://github.com:443@offers.test/',
    'https://github.com@offers.test/',
    'https://github.com%2eoffers.test/',
    'https://github.com。offers.test/',
    '[here](<https://github.com\t.offers.test>)',
    String.raw`[here](https://github.com\.offers.test)`,
    'https://пример.test/',
    'http://203.0.113.7/',
    'http://3405803783/',
    'http://[2001:db8::1]/',
    'https://user:word@offers.test/',
    '> * [a *b*](https://offers.test "https://github.com")',
  ])('of a newcomer is found in %j', (text) => {
    expect(hostsOf(text).length).toBe(1)
    expect(hasLink(text)).toBe(true)
  })

  it.each([
    'See https://github.com/owner/name.',
    'See https://github.com.',
    "fetch('https://api.github.com')",
    '[docs](https://docs.github.com/en)',
    '<https://pypi.org>',
    '"https://www.w3.org/2000/svg"',
    'http://localhost:3000/path',
    'http://localhost:3000',
    'https://example.com, https://example.org; `https://example.net`',
    'https://en.wikipedia.org?x',
    'No link at all: www and http',
  ])('to a known host is none in %j', (text) => {
    expect(hasLink(text)).toBe(false)
  })
})
