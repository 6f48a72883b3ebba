import { describe, expect, it } from 'vitest'
import type { InlineNode } from './inline-node.ts'
import { findMentionedUsernames } from './mentions.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { isValidTag, normalizeTag, splitTags } from './tags.ts'

/** Two words of each script, and the comma and full stop that are usual in it. */
const scripts: Record<string, [one: string, two: string, comma: string, stop: string]> = {
  Latin: ['größe', 'naïve', ',', '.'],
  Greek: ['λόγος', 'κόσμος', ',', '.'],
  Cyrillic: ['привет', 'світ', ',', '.'],
  Arabic: ['مرحبا', 'كتابة', '،', '؟'],
  Hebrew: ['שלום', 'כתיבה', ',', '.'],
  Devanagari: ['नमस्ते', 'लेखन', ',', '।'],
  Bengali: ['লেখা', 'ছবি', ',', '।'],
  Tamil: ['எழுத்து', 'படம்', ',', '.'],
  Thai: ['เขียน', 'ภาพที่', ',', 'ฯ'],
  Chinese: ['写作', '图片', '，', '。'],
  Japanese: ['ライティング', 'がぞう', '、', '。'],
  Korean: ['글쓰기', '그림', ',', '.'],
  Armenian: ['գրել', 'նկար', '՝', '։'],
  Georgian: ['წერა', 'სურათი', ',', '.'],
  Amharic: ['ጽሑፍ', 'ምስል', '፣', '።'],
}

const inline = (text: string): InlineNode[] =>
  parseMarkdown(text).flatMap((block) => (block.kind === 'paragraph' ? block.children : []))
const link = (written: string) => ({ kind: 'link', href: new URL(written).href, children: [written] })

describe.each(Object.entries(scripts))('%s text', (script, [one, two, comma, stop]) => {
  // After a Latin letter, `https` is part of a word.
  const before = script === 'Latin' ? `${one} ` : one

  it('can surround a URL', () => {
    const url = 'https://example.org/a'
    expect(inline(`${before}${url} ${two}`)).toEqual([before, link(url), ` ${two}`])
    expect(inline(`${before}${url}${comma} ${two}`)).toEqual([before, link(url), `${comma} ${two}`])
    expect(inline(`${before}(${url})${two}`)).toEqual([`${before}(`, link(url), `)${two}`])
    expect(inline(`${before}<${url}>${two}`)).toEqual([before, link(url), two])
    if (script !== 'Thai') expect(inline(`${url}${stop}`)).toEqual([link(url), stop])
  })

  it('can be part of a URL and the name of a link', () => {
    expect(inline(`https://example.org/${one}?q=${two}`)).toEqual([
      link(`https://example.org/${one}?q=${two}`),
    ])
    expect(inline(`${one}[${two}](https://example.org/${one})${two}`)).toEqual([
      one,
      { ...link(`https://example.org/${one}`), children: [two] },
      two,
    ])
  })

  it('can surround a mention', () => {
    const texts = [`${one} @grace ${two}`, `${one}${comma}@grace${stop}`, `**@grace** ${one}`]
    if (script !== 'Latin') texts.push(`${one}@grace${two}`, `@grace${one}`, `${two}@grace`)
    for (const text of texts) expect(findMentionedUsernames(text)).toEqual(['grace'])
  })

  it('can be emphasized, also within a word', () => {
    for (const [mark, kind] of [
      ['*', 'em'],
      ['**', 'strong'],
    ] as const)
      expect(inline(`${one}${mark}${two}${mark}${one}`)).toEqual([one, { kind, children: [two] }, one])
    expect(inline(`${one} _${two}_${comma} ${one}`)).toEqual([
      `${one} `,
      { kind: 'em', children: [two] },
      `${comma} ${one}`,
    ])
    expect(inline(`${one}_${two}_${one}`)).toEqual([`${one}_${two}_${one}`])
  })

  it('makes tags', () => {
    expect(splitTags(`${one}${comma}${two}`)).toEqual([one, two])
    expect(normalizeTag(` #${one}  ${two}${stop} `).split('-')).toHaveLength(2)
    for (const word of [one, two]) expect(isValidTag(normalizeTag(word))).toBe(true)
  })
})

it.each([
  'これは**「強調」**です。',
  '这是**“重点”**内容',
  '이것은**"강조"**입니다',
  'นี่คือ**"เน้น"**ครับ',
  'これは**強調。**次に',
])('emphasizes quoted text without spaces around it: %s', (text) => {
  expect(inline(text).map((node) => (typeof node === 'object' ? node.kind : 'text'))).toEqual([
    'text',
    'strong',
    'text',
  ])
})

it('keeps the ideographic space with which paragraphs begin', () => {
  expect(inline('\u3000段落の始め')).toEqual(['\u3000段落の始め'])
})
