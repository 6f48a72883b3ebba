import { describe, expect, it } from 'vitest'
import type { InlineNode } from './inline-node.ts'
import { parseInline } from './parse-inline.ts'

const link = (href: string, ...children: InlineNode[]) => ({ kind: 'link', href, children })

describe('A link', () => {
  it.each([
    [
      "'https://example.org/it's'.",
      ["'", link("https://example.org/it's", "https://example.org/it's"), "'."],
    ],
    ["https://example.org/a'-b", [link("https://example.org/a'-b", "https://example.org/a'-b")]],
    ["'https://example.org/'-b", ["'", link('https://example.org/', 'https://example.org/'), "'-b"]],
  ])('ends where the quotation marks around it do: %j', (text, nodes) => {
    expect(parseInline(text)).toEqual(nodes)
  })

  it('can be named by its own or another URL', () => {
    expect(parseInline('[https://a.example](https://b.example)')).toEqual([
      link('https://b.example/', 'https://a.example'),
    ])
    expect(parseInline('https://a.example/b](c')).toEqual([
      link('https://a.example/b](c', 'https://a.example/b](c'),
    ])
  })

  it('has at most 32 nested parentheses and 2,000 characters', () => {
    const nested = (depth: number) => `https://a.example/${'('.repeat(depth)}${')'.repeat(depth)}`
    expect(parseInline(`[a](${nested(32)})`)).toEqual([link(nested(32), 'a')])
    expect(parseInline(`[a](${nested(33)})`)).not.toContainEqual(link(nested(33), 'a'))
    const long = (length: number) => 'https://a.example/'.padEnd(length, 'x')
    expect(parseInline(`[a](${long(2_000)})`)).toEqual([link(long(2_000), 'a')])
    expect(parseInline(`[a](${long(2_001)})`)).not.toContainEqual(link(long(2_001), 'a'))
  })
})

describe('Emphasis', () => {
  const nested = (depth: number, text = 'x'): string => {
    const mark = depth % 2 ? '*' : '_'
    return depth === 0 ? text : `${mark}${depth} ${nested(depth - 1, text)} ${depth}${mark}`
  }
  const depthOf = (nodes: InlineNode[]): number =>
    Math.max(
      0,
      ...nodes.map((node) =>
        typeof node === 'object' && 'children' in node ? 1 + depthOf(node.children) : 0,
      ),
    )

  it('is nested up to six levels', () => {
    expect([5, 6, 7, 8].map((depth) => depthOf(parseInline(nested(depth))))).toEqual([5, 6, 6, 6])
    expect(parseInline(nested(7))).toContain('*7 ')
  })

  it.each([
    ['**a*b*', ['**a', { kind: 'em', children: ['b'] }]],
    ['*a**b*', [{ kind: 'em', children: ['a**b'] }]],
    ['a***b***c', ['a', { kind: 'em', children: [{ kind: 'strong', children: ['b'] }] }, 'c']],
    ['**a*b', ['**a*b']],
  ])('pairs marks as CommonMark does: %j', (text, nodes) => {
    expect(parseInline(text)).toEqual(nodes)
  })
})

describe('Code', () => {
  it.each([
    ['` a `', 'a'],
    ['`  a  b  `', ' a  b '],
    ['` a`', ' a'],
    ['`a `', 'a '],
    ['` `', ' '],
    ['`` ` ``', '`'],
  ])('loses one space on both sides, as CommonMark says: %j', (text, code) => {
    expect(parseInline(text)).toEqual([{ kind: 'code', text: code }])
  })
})
