import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'
import type { InlineNode } from './inline-node.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'

const inline = (text: string): InlineNode[] => {
  const [block] = parseMarkdown(text)
  return block?.kind === 'paragraph' ? block.children : []
}

describe('Markdown blocks in others', () => {
  const depthOf = (blocks: MarkdownBlock[]): number =>
    Math.max(
      0,
      ...blocks.map((block) => {
        if (block.kind === 'quote') return 1 + depthOf(block.children)
        return block.kind === 'list' ? 1 + Math.max(...block.items.map(depthOf)) : 0
      }),
    )

  test.each(['> ', '- ', '1. '])('are nested up to six levels: %j', (mark) => {
    expect([5, 6, 7, 500].map((depth) => depthOf(parseMarkdown(`${mark.repeat(depth)}x`)))).toEqual([
      5, 6, 6, 6,
    ])
    expect(JSON.stringify(parseMarkdown(`${mark.repeat(8)}x`))).toContain(`${mark.repeat(2)}x`)
  })

  test('begin with at most three spaces', () => {
    expect(parseMarkdown('   - x')).toMatchObject([{ kind: 'list' }])
    expect(parseMarkdown('    - x')).toMatchObject([{ kind: 'paragraph' }])
  })

  test('end at any kind of line break', () => {
    for (const end of ['\n', '\r', '\r\n']) expect(parseMarkdown(`# a${end}b${end}${end}c`)).toHaveLength(3)
  })

  test('belong to a list item if they are indented as far as its text', () => {
    expect(parseMarkdown('- a\n\n  b\n\nc')).toEqual([
      {
        kind: 'list',
        start: null,
        items: [
          [
            { kind: 'paragraph', children: ['a'] },
            { kind: 'paragraph', children: ['b'] },
          ],
        ],
      },
      { kind: 'paragraph', children: ['c'] },
    ])
    expect(parseMarkdown('-     a\n  b')).toMatchObject([{ kind: 'list', items: [[{ kind: 'paragraph' }]] }])
    expect(parseMarkdown('1. a\n\n b')).toHaveLength(2)
    expect(parseMarkdown('- a\n\n')).toHaveLength(1)
  })
})

describe('inline Markdown', () => {
  test('parses emphasis, strong and code', () => {
    expect(inline('a *b* **c** `d*e*` _f_')).toEqual([
      'a ',
      { kind: 'em', children: ['b'] },
      ' ',
      { kind: 'strong', children: ['c'] },
      ' ',
      { kind: 'code', text: 'd*e*' },
      ' ',
      { kind: 'em', children: ['f'] },
    ])
    expect(inline('***both***')).toEqual([{ kind: 'em', children: [{ kind: 'strong', children: ['both'] }] }])
  })

  test('keeps unclosed marks and underscores inside words as written', () => {
    for (const text of ['2 * 3 * 4', '**open', 'snake_case_name', '`open', '[no](link', 'a * b*c d', '[x]']) {
      expect(inline(text)).toEqual([text])
    }
  })

  test('a backslash escapes a mark', () => {
    expect(inline('\\*plain\\* \\`x\\`')).toEqual(['*plain* `x`'])
  })

  test('parses bare and named links, but only to http and https URLs', () => {
    expect(inline('[Docs](https://example.org/a?b=1) and https://example.org/x.')).toEqual([
      { kind: 'link', href: 'https://example.org/a?b=1', children: ['Docs'] },
      ' and ',
      { kind: 'link', href: 'https://example.org/x', children: ['https://example.org/x'] },
      '.',
    ])
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.org',
      ' JaVaScRiPt:x',
      '/local',
    ]) {
      expect(inline(`[x](${address})`).some((node) => typeof node !== 'string')).toBe(false)
    }
  })

  test('keeps HTML and images as text', () => {
    expect(inline('<img src=x onerror=alert(1)>')).toEqual(['<img src=x onerror=alert(1)>'])
    expect(inline('![x](javascript:y)')).toEqual(['![x](javascript:y)'])
  })
})

describe('Markdown blocks', () => {
  test('paragraphs keep their line breaks', () => {
    expect(parseMarkdown('one\ntwo\n\nthree')).toEqual([
      { kind: 'paragraph', children: ['one', { kind: 'break' }, 'two'] },
      { kind: 'paragraph', children: ['three'] },
    ])
  })

  test('code blocks are verbatim, closed or not', () => {
    expect(parseMarkdown('```js\na **b**\n\n  c\n```\nd')[0]).toEqual({
      kind: 'code',
      text: 'a **b**\n\n  c',
    })
    expect(parseMarkdown('~~~\nx')).toEqual([{ kind: 'code', text: 'x' }])
  })

  test('parses nested lists, numbered lists and paragraphs in lists', () => {
    const paragraph = (text: string): MarkdownBlock => ({ kind: 'paragraph', children: [text] })
    expect(parseMarkdown('- a\n  - b\n- c')).toEqual([
      {
        kind: 'list',
        start: null,
        items: [[paragraph('a'), { kind: 'list', start: null, items: [[paragraph('b')]] }], [paragraph('c')]],
      },
    ])
    expect(parseMarkdown('3. a\n4. b')).toEqual([
      { kind: 'list', start: 3, items: [[paragraph('a')], [paragraph('b')]] },
    ])
  })

  test('parses quotes and headings', () => {
    expect(parseMarkdown('> a\n> > b')).toEqual([
      {
        kind: 'quote',
        children: [
          { kind: 'paragraph', children: ['a'] },
          { kind: 'quote', children: [{ kind: 'paragraph', children: ['b'] }] },
        ],
      },
    ])
    expect(parseMarkdown('## Title ##')).toEqual([{ kind: 'heading', children: ['Title'] }])
  })
})

const marks = fc.array(
  fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```',
    '[',
    '](',
    ')',
    '> ',
    '- ',
    '1. ',
    '#',
    '\n',
    '\\',
    'a',
    ' ',
    'https://e.org/',
    '  ',
  ),
)

test('parses any text, and links only to http and https URLs', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        marks.map((parts) => parts.join('')),
        fc.string(),
      ),
      (text) => {
        const hrefs = JSON.stringify(parseMarkdown(text)).matchAll(/"kind":"link","href":"([^"]*)"/g)
        for (const [, href] of hrefs) expect(href).toMatch(/^https?:\/\//)
      },
    ),
  )
})

test('keeps all of an invalid URL as plain text', () => {
  for (const text of [
    'http://a[',
    'https://[x',
    'see http://a]b c',
    'http://...',
    'http://a[http://b.example',
  ])
    expect(inline(text)).toEqual([text])
})

test('excludes trailing punctuation from a URL', () => {
  expect(inline('(https://e.org/a).')).toEqual([
    ...['(', { kind: 'link', href: 'https://e.org/a', children: ['https://e.org/a'] }, ').'],
  ])
})

test.each([
  ['[a](http://', ']'],
  ['***', 'x'],
  ['.)', 'x'],
])('parses a long text that begins like a URL and continues with %j in linear time', (part, end) => {
  expectLinearTime(
    (size) => parseMarkdown(`http://a${part.repeat(Math.ceil(size / part.length))}${end}`),
    25_000,
  )
})

test.each([
  '*a ',
  '**a ',
  '_a ',
  '`',
  '[',
  '[a](',
  '[a](https://e.org/',
  '> ',
  '- a\n',
  '`` ` ',
  '\\',
  '*a* ',
  '**a',
])('parses a long text of repeated %j in linear time', (part) => {
  expectLinearTime((size) => {
    const text = part.repeat(Math.ceil(size / part.length))
    parseMarkdown(text)
    parseMarkdown(`${text})`)
  }, 2_500)
})

const linkIn = (text: string) =>
  inline(text).flatMap((node) => (typeof node !== 'string' && node.kind === 'link' ? [node] : []))

test.each([
  ['https://en.wikipedia.org/wiki/Foo_(bar)', 'https://en.wikipedia.org/wiki/Foo_(bar)', ''],
  ['https://e.org/a_(b)_(c)', 'https://e.org/a_(b)_(c)', ''],
  ['https://e.org/a_(b_(c))', 'https://e.org/a_(b_(c))', ''],
  ['https://e.org/?ids[]=1&x[a]', 'https://e.org/?ids[]=1&x[a]', ''],
  ['https://e.org/Foo_(bar).', 'https://e.org/Foo_(bar)', '.'],
  ['https://e.org/Foo_(bar)).', 'https://e.org/Foo_(bar)', ').'],
  ['https://e.org/a]', 'https://e.org/a', ']'],
  ['https://e.org/[b]].', 'https://e.org/[b]', '].'],
  ['https://e.org/a}}', 'https://e.org/a', '}}'],
  ['https://e.org/a]}', 'https://e.org/a', ']}'],
  ["https://e.org/it's", "https://e.org/it's", ''],
  ["https://e.org/Moore's_law!", "https://e.org/Moore's_law", '!'],
  ['https://e.org/Moore’s', 'https://e.org/Moore’s', ''],
  ["https://e.org/a'", 'https://e.org/a', "'"],
  ['https://e.org/a。', 'https://e.org/a', '。'],
  ['https://e.org/a。次に', 'https://e.org/a', '。次に'],
  ['https://e.org/a、b', 'https://e.org/a', '、b'],
  ['https://e.org/a」', 'https://e.org/a', '」'],
  ['https://e.org/a）次', 'https://e.org/a', '）次'],
  ['https://e.org/C（语言）', 'https://e.org/C（语言）', ''],
  ['https://e.org/a؟', 'https://e.org/a', '؟'],
  ['https://e.org/a،', 'https://e.org/a', '،'],
  ['https://e.org/a।', 'https://e.org/a', '।'],
  ['https://e.org/a…', 'https://e.org/a', '…'],
  ['https://e.org/a”', 'https://e.org/a', '”'],
  ['https://e.org/a&gt;', 'https://e.org/a', '&gt;'],
  ['https://e.org/日本語', 'https://e.org/日本語', ''],
  ['https://e.org/a/', 'https://e.org/a/', ''],
  ['https://e.org/a-#x', 'https://e.org/a-#x', ''],
  ['HTTPS://e.org/a', 'HTTPS://e.org/a', ''],
])('ends the bare link in %s where people expect it', (text, written, rest) => {
  expect(inline(text)).toEqual([
    { kind: 'link', href: new URL(written).href, children: [written] },
    ...(rest ? [rest] : []),
  ])
})

test('finds a bare link after text of another script and between quotation marks', () => {
  for (const [text, href] of [
    ['見てhttps://e.org/a', 'https://e.org/a'],
    ["'https://e.org/a','b'", 'https://e.org/a'],
    ['“https://e.org/a”', 'https://e.org/a'],
    ['（https://e.org/a）を', 'https://e.org/a'],
    ["<a href='https://e.org/a'>x</a>", 'https://e.org/a'],
    ['https://e.org/?a=1&amp;b=2', 'https://e.org/?a=1&b=2'],
  ] as const)
    expect(linkIn(text).map((link) => link.href)).toEqual([href])
})

test.each([
  ['[wiki](https://e.org/Foo_(bar))', 'https://e.org/Foo_(bar)', undefined],
  ['[wiki](https://e.org/a_(b_(c)))', 'https://e.org/a_(b_(c))', undefined],
  ["[wiki](https://e.org/it's)", "https://e.org/it's", undefined],
  ['[wiki](<https://e.org/a b>)', 'https://e.org/a%20b', undefined],
  ['[wiki](<https://e.org/a)b>)', 'https://e.org/a)b', undefined],
  ['[wiki](https://e.org/a\\)b)', 'https://e.org/a)b', undefined],
  ['[wiki]( https://e.org/a )', 'https://e.org/a', undefined],
  ['[wiki](https://e.org/a "A title")', 'https://e.org/a', 'A title'],
  ["[wiki](https://e.org/a 'It is (one)')", 'https://e.org/a', 'It is (one)'],
  ['[wiki](https://e.org/a (title))', 'https://e.org/a', 'title'],
  ['[wiki](<https://e.org/a> "say \\"a\\"")', 'https://e.org/a', 'say "a"'],
  ['[wiki](https://e.org/?a=1&amp;b=2)', 'https://e.org/?a=1&b=2', undefined],
])('reads the URL and title of %s', (text, href, title) => {
  expect(inline(text)).toEqual([{ kind: 'link', href, ...(title && { title }), children: ['wiki'] }])
})

test.each([
  '[wiki](https://e.org/Foo_(bar "A title")',
  '[wiki](<https://e.org/a "A title")',
  '[wiki] (https://e.org/a)',
])('finds no named link in %s', (text) => {
  expect(JSON.stringify(inline(text))).not.toContain('["wiki"]')
})

test('keeps balanced brackets in the name of a link', () => {
  expect(inline('[a [b] c](https://e.org/a)')).toEqual([
    { kind: 'link', href: 'https://e.org/a', children: ['a [b] c'] },
  ])
  expect(inline('[x] [docs](https://e.org/a)')).toEqual([
    '[x] ',
    { kind: 'link', href: 'https://e.org/a', children: ['docs'] },
  ])
})

test('drops the angle brackets of an autolink, but not of other text', () => {
  expect(inline('see <https://e.org/a_(b)>.')).toEqual([
    'see ',
    { kind: 'link', href: 'https://e.org/a_(b)', children: ['https://e.org/a_(b)'] },
    '.',
  ])
  expect(inline('<javascript:alert(1)> <div>')).toEqual(['<javascript:alert(1)> <div>'])
})

test('shows a bare URL of 2,000 characters or more as text', () => {
  const url = (length: number) => `https://e.org/${'a'.repeat(length - 14)}`
  expect(inline(url(1_999))).toEqual([{ kind: 'link', href: url(1_999), children: [url(1_999)] }])
  for (const length of [2_000, 2_001, 9_000])
    expect(
      inline(url(length))
        .map((node) => (typeof node === 'string' ? node : null))
        .join(''),
    ).toBe(url(length))
})

test.each([
  '<https://e.org',
  '[a](https://e.org/(',
  '[a](<https://e.org',
  '[a](https://e.org "t',
  'http://a(',
  'http://a)',
  "'http://a'",
])('parses many unfinished links like %s in linear time', (part) => {
  expectLinearTime((size) => {
    const text = part.repeat(Math.ceil(size / part.length))
    parseMarkdown(text)
    parseMarkdown(`${text})`)
  }, 10_000)
})

test('formats the name of a link, which contains no other link', () => {
  expect(inline('[the **new** `docs`](https://e.org/a)')).toEqual([
    {
      kind: 'link',
      href: 'https://e.org/a',
      children: ['the ', { kind: 'strong', children: ['new'] }, ' ', { kind: 'code', text: 'docs' }],
    },
  ])
  for (const name of ['https://e.org/b', '<https://e.org/b>', '*https://e.org/b*'])
    expect(JSON.stringify(inline(`[${name}](https://e.org/a)`)).match(/"link"/g)).toHaveLength(1)
})

test('shows the URL of a link whose name is empty', () => {
  for (const name of ['', ' '])
    expect(inline(`[${name}](https://e.org/a)`)).toEqual([
      { kind: 'link', href: 'https://e.org/a', children: ['https://e.org/a'] },
    ])
})

// The examples of https://github.github.com/gfm/#autolinks-extension-.
test.each([
  ['www.commonmark.org', 'www.commonmark.org'],
  ['Visit www.commonmark.org/help for more information.', 'www.commonmark.org/help'],
  ['Visit www.commonmark.org.', 'www.commonmark.org'],
  ['Visit www.commonmark.org/a.b.', 'www.commonmark.org/a.b'],
  ['www.google.com/search?q=Markup+(business)', 'www.google.com/search?q=Markup+(business)'],
  ['www.google.com/search?q=Markup+(business)))', 'www.google.com/search?q=Markup+(business)'],
  ['(www.google.com/search?q=Markup+(business))', 'www.google.com/search?q=Markup+(business)'],
  ['(www.google.com/search?q=Markup+(business)', 'www.google.com/search?q=Markup+(business)'],
  ['www.google.com/search?q=commonmark&hl=en', 'www.google.com/search?q=commonmark&hl=en'],
  ['www.google.com/search?q=commonmark&hl;', 'www.google.com/search?q=commonmark'],
  ['www.commonmark.org/he<lp', 'www.commonmark.org/he'],
  ['http://commonmark.org', 'http://commonmark.org'],
  [
    '(Visit https://encrypted.google.com/search?q=Markup+(business))',
    'https://encrypted.google.com/search?q=Markup+(business)',
  ],
])('links the URL in %s as GitHub does', (text, written) => {
  const href = written.startsWith('www.') ? `http://${written}` : written
  expect(linkIn(text)).toEqual([{ kind: 'link', href: new URL(href).href, children: [written] }])
})

test.each([
  ['an email address', 'foo@bar.baz and hello+xyz@mail+xyz.example'],
  ['a protocol other than HTTP', 'mailto:foo@bar.baz, xmpp:foo@bar.baz and ftp://foo.bar.baz'],
  ['an incomplete host', 'www. and www.x and awww.example.org and user@www.example.org'],
])('shows %s as text, other than GitHub', (_, text) => {
  expect(inline(text)).toEqual([text])
})

test('ends a URL before a closing parenthesis that it does not open, other than GitHub', () => {
  expect(linkIn('www.google.com/search?q=(business))+ok').map((link) => link.children)).toEqual([
    ['www.google.com/search?q=(business)'],
  ])
})

describe('lists as people write them', () => {
  const text = (markdown: string): string =>
    JSON.stringify(parseMarkdown(markdown), (key, value) =>
      key === 'kind' && value === 'paragraph' ? undefined : value,
    )

  test('contain bullets that are two spaces below a number', () => {
    expect(text('1. a\n  - b\n2. c')).toBe(text('1. a\n   - b\n2. c'))
  })

  test('go on after several empty lines', () => {
    expect(text('- a\n\n\n- b')).toBe(text('- a\n- b'))
  })

  test('may be indented by tabs', () => {
    expect(text('- a\n\t- b\n\t\t- c')).toBe(text('- a\n  - b\n    - c'))
    expect(text('1.\ta\n2.\tb')).toBe(text('1. a\n2. b'))
  })

  test('contain code with empty lines', () => {
    expect(parseMarkdown('1. a\n   ```\n   b\n\n\n     c\n   ```\n2. d')).toMatchObject([
      { items: [[{ kind: 'paragraph' }, { kind: 'code', text: 'b\n\n\n  c' }], [{ children: ['d'] }]] },
    ])
  })

  test('keep a line of dashes and a bullet that stands alone as text', () => {
    for (const line of ['- - -', '* * *', '---', '-', '+', '***', '_____', '#'])
      expect(parseMarkdown(line)).toEqual([{ kind: 'paragraph', children: [line] }])
  })
})

test.each([
  '*a **b ',
  '[*a',
  '*a_b',
  '**a*b',
  '`a``b',
  '[a](b',
  '- \n',
  '- a\n\n',
  '1. a\n  ',
  '\t- a\n',
  '[x](',
])('parses a long text of nested %j in linear time', (part) => {
  expectLinearTime((size) => {
    const text = part.repeat(Math.ceil(size / part.length))
    parseMarkdown(text)
    parseMarkdown(`${text}${'*'.repeat(Math.ceil(size / 2))}`)
  }, 10_000)
})

test('renders deeply nested emphasis without deep nodes', () => {
  const depth = (value: unknown): number =>
    value && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0
  for (const text of [
    `${'*'.repeat(4_000)}a${'*'.repeat(4_000)}`,
    `${'*a _b '.repeat(500)}${'c_ d*'.repeat(500)}`,
  ])
    expect(depth(parseMarkdown(text))).toBeLessThan(30)
})
