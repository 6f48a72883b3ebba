import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { InlineNode } from './inline-node.ts'
import { markdownToPlainText } from './markdown-to-plain-text.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'

type Example = { number: number; section: string; markdown: string; html: string }

const require = createRequire(import.meta.url)
const { tests } = require('commonmark-spec') as { tests: Example[] }

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const inlineToHtml = (node: InlineNode): string => {
  if (typeof node === 'string') return escapeHtml(node)
  if (node.kind === 'break') return '<br />'
  if (node.kind === 'code') return `<code>${escapeHtml(node.text)}</code>`
  const children = node.children.map(inlineToHtml).join('')
  if (node.kind !== 'link') return `<${node.kind}>${children}</${node.kind}>`
  const title = node.title ? ` title="${escapeHtml(node.title)}"` : ''
  return `<a href="${escapeHtml(node.href)}"${title}>${children}</a>`
}

const blockToHtml = (block: MarkdownBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${block.children.map(inlineToHtml).join('')}</p>`
    case 'heading':
      return `<h1>${block.children.map(inlineToHtml).join('')}</h1>`
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'quote':
      return `<blockquote>${block.children.map(blockToHtml).join('')}</blockquote>`
    case 'list': {
      const items = block.items.map((item) => `<li>${item.map(blockToHtml).join('')}</li>`).join('')
      if (block.start === null) return `<ul>${items}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`
    }
  }
}

/** The site links to absolute URLs only, so the examples' relative URLs get a host. */
const withHost = (text: string): string =>
  text.replace(/(?<=[("]\s*|\(<|\]: <?)\/(?=\w)/g, 'https://example.org/').replaceAll('→', '\t')

const BLOCK_TAG = /(<\/?(?:li|p|ul|ol|blockquote|h1|pre)\b[^>]*>)/

/**
 * Writes CommonMark's HTML as the site shows it: headings have no levels, every line break counts, and lists are not
 * distinguished by blank lines between their items.
 */
const normalize = (html: string): string => {
  const blocks = withHost(html)
    .replace(/<(\/?)h[1-6]>/g, '<$1h1>')
    .replace(/<br \/>\n/g, '<br />')
    .replace(/(<pre>)<code[^>]*>(.*?)\n?<\/code>(?=<\/pre>)/gs, (_, pre, code) => `${pre}\0${code}\0`)
    .replace(/href="([^"]*)"/g, (_, url) => `href="${escapeHtml(normalizeUrl(url))}"`)
    .split(BLOCK_TAG)
  const open: string[] = []
  let output = ''
  for (const part of blocks) {
    if (BLOCK_TAG.test(part)) {
      if (part.startsWith('</')) open.pop()
      else open.push(part.slice(1, 3))
      output += part
    } else if (part.includes('\0')) {
      output += `<code>${part.slice(1, -1)}</code>`
    } else {
      const text = part.replace(/^\n+|\n+$/g, '').replaceAll('\n', '<br />')
      output += text && open.at(-1) === 'li' ? `<p>${text}</p>` : text
    }
  }
  return output
}

const normalizeUrl = (url: string): string => {
  const written = url.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  return URL.canParse(written) ? new URL(decodeURI(written)).href : written
}
const render = ({ markdown }: Example): string =>
  parseMarkdown(withHost(markdown).replace(/\n$/, ''))
    .map(blockToHtml)
    .join('')
    .replace(/href="([^"]*)"/g, (_, url) => `href="${escapeHtml(normalizeUrl(url))}"`)

/** The numbers of the examples that differ on purpose, by the reason. */
const differences: Record<string, string> = {
  'HTML is shown as text': '21 31 148-191 308 309 344 475-477 491 494 524 536 613-617 623 625-631 642 643',
  'Character references are shown as text, because what a member types is what others see':
    '25-27 32 37-41 506',
  'Indented text is no code, because pasted text is often indented':
    '1-3 5-8 18 36 69 107 110-112 114-118 134 225 231 236 252-254 257 264 270-274 286-289',
  'Lines of dashes and other marks are shown as text; only # begins a heading':
    '11 43 47 48 50-54 57-61 77 80-86 88-96 98-105 141 234 246 300',
  'Definitions of links are shown as text, because texts are short':
    '23 33 192-198 200-211 213-218 317 527-535 537-571',
  'Only http(s) URLs with a host become links': '484-487 492 495 496 498-504 522 596-599 601 604 605',
  'Images are not loaded from elsewhere; their link is shown': '517 520 572-593',
  'Bare URLs become links, as on GitHub': '14 488 508 511 513 518 519 602 608 611',
  'A line without a mark ends a quote or a list, because every line break counts':
    '232 233 238 247 250 251 290 292 293',
  'A mark with nothing after it is shown as text': '79 278-280 284',
  'Items are often indented by too few or too many spaces': '297 312 313',
  'Spaces at the end of a line are dropped in code, too': '335-337 640',
}

const listNumbers = (ranges: string): number[] =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
const different = new Set(Object.values(differences).flatMap(listNumbers))

describe("CommonMark's examples", () => {
  it.each(tests.filter(({ number }) => !different.has(number)))(
    'are shown alike: example $number, of $section',
    (example) => {
      expect(render(example)).toBe(normalize(example.html))
    },
  )

  it('are in the list of differences only if they differ', () => {
    const alike = tests.filter(
      (example) => different.has(example.number) && render(example) === normalize(example.html),
    )
    expect(alike.map(({ number }) => number)).toEqual([])
  })

  it.each(Object.entries(differences))('are safe and keep their words: %s', (_, ranges) => {
    const numbers = listNumbers(ranges)
    for (const example of tests.filter(({ number }) => numbers.includes(number))) {
      const html = render(example)
      const tags = html.match(/<\/?(?!(?:p|h1|em|strong|code|pre|blockquote|ul|ol|li|a|br)\b)\w+/g)
      expect(tags, html).toBeNull()
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//)
      const words = example.html.replace(/&\w+;|<[^>]*>/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
      for (const word of words) expect(html).toContain(word)
    }
  })

  it('lose no word as plain text', () => {
    for (const example of tests) {
      const plain = markdownToPlainText(withHost(example.markdown))
      const shown = render(example).replace(/<[^>]*>/g, ' ')
      for (const word of shown.match(/[A-Za-z]{2,}/g) ?? [])
        if (!['quot', 'amp', 'lt', 'gt'].includes(word)) expect(plain).toContain(word)
    }
  })
})
