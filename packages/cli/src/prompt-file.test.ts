import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanText,
  listChanges,
  type PromptFields,
  parsePromptFile,
  renderPromptFile,
} from './prompt-file.ts'

/** Texts with what YAML, Markdown and terminals have a meaning for. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          '---',
          '\n',
          '\r\n',
          ': ',
          '#',
          '"',
          "'",
          '\\',
          '|',
          '- ',
          '{',
          '}',
          '%',
          '\t',
          ' ',
          '\u2028',
          '😀',
          'x',
          '${a}',
          '...',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  .map(cleanText)
const visible = text.filter((value) => /[\p{L}\p{N}]/u.test(value))
const line = visible.map((value) => value.replace(/\s+/g, ' '))
const list = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 3 })

const promptFields: fc.Arbitrary<PromptFields> = fc.record(
  {
    title: line,
    prompt: visible,
    description: text,
    type: fc.constantFrom('Text', 'Code'),
    models: list,
    tags: list,
    blanksIn: fc.constantFrom('text', 'nowhere'),
    license: fc.constantFrom('unspecified', 'MIT'),
    sourceUrl: fc.constantFrom('', 'https://example.org/?a=b#c'),
    topic: line,
    visibility: fc.constantFrom('private', 'public'),
  },
  { requiredKeys: ['title', 'prompt'] },
)

/** What a file leaves out because it says nothing. */
const unwritten = { blanksIn: 'text', license: 'unspecified', sourceUrl: '' } as const

const read = (file: string): PromptFields => {
  const parsed = parsePromptFile(file)
  if (!parsed) throw new Error('No prompt file')
  return parsed.fields
}

describe('a prompt file', () => {
  it('says after it is read what was written', () => {
    fc.assert(
      fc.property(promptFields, (fields) => {
        const found = read(renderPromptFile(fields))
        expect(listChanges(fields, { ...unwritten, tags: [], models: [], ...found })).toEqual([])
      }),
    )
  })

  it('says what it is changed to, whatever it said before, and keeps its own keys', () => {
    const endings = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(promptFields, promptFields, endings, (before, after, ending) => {
        const written = renderPromptFile(before).replace('---\n', '---\nmine: [1, {a: b}] # kept\n')
        const existing = ending === '\n' ? written : written.replace(/\r?\n/g, ending)
        const changed = renderPromptFile(after, existing)
        expect(listChanges(after, { ...unwritten, tags: [], models: [], ...read(changed) })).toEqual([])
        expect(changed).toContain('mine: [1, {a: b}] # kept')
        expect(renderPromptFile(after, changed)).toBe(changed)
      }),
    )
  })

  it.each([
    ['a text without front matter', '# Title\n\nText\n'],
    ['front matter without a title', '---\ndescription: x\n---\nText\n'],
    ['a title in a nested key', '---\nseo:\n  title: x\n---\nText\n'],
    ['front matter that does not end', '---\ntitle: x\nText\n'],
    ['front matter that does not begin the file', '\n---\ntitle: x\n---\nText\n'],
    ['an empty file', ''],
  ])('is not %s', (_, file) => {
    expect(parsePromptFile(file)).toBe(null)
  })

  it.each([
    ['a list as a title', '---\ntitle: [a]\n---\nx\n', 'title must be a text'],
    ['an unknown type', '---\ntitle: a\ntype: Song\n---\nx\n', 'type must be Text'],
    ['two titles', '---\ntitle: a\ntitle: b\n---\nx\n', 'YAML'],
    ['an alias without its anchor', '---\ntitle: a\ntags: *none\n---\nx\n', 'YAML'],
    ['an object as a tag', '---\ntitle: a\ntags: [{a: b}]\n---\nx\n', 'tags must be a text'],
    ['no prompt', '---\ntitle: a\n---\n\u200b\n', 'empty'],
  ])('with %s is refused', (_, file, message) => {
    expect(() => parsePromptFile(file)).toThrow(message)
  })

  it('is refused if its aliases would grow without limit', () => {
    const bomb = Array.from({ length: 30 }, (_, index) =>
      index === 0 ? 'a0: &a0 [x]' : `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
    ).join('\n')
    expect(() => parsePromptFile(`---\ntitle: a\n${bomb}\n---\nx\n`)).toThrow()
  })

  it('takes lists in every form in which people write them', () => {
    const tagsOf = (written: string) => read(`---\ntitle: a\n${written}\n---\nx\n`).tags
    expect(tagsOf('tags: [a, b]')).toEqual(['a', 'b'])
    expect(tagsOf('tags:\n  - a\n  - b')).toEqual(['a', 'b'])
    expect(tagsOf('tags: a, b')).toEqual(['a', 'b'])
    expect(tagsOf('tags: a')).toEqual(['a'])
    expect(tagsOf('tags: [2024, true]')).toEqual(['2024', 'true'])
    expect(tagsOf('tags:')).toEqual([])
  })

  it('ends its front matter at a line, and not at a line separator of Unicode', () => {
    expect(read('---\ntitle: "a\u2028---\u2028b"\n---\nx\n')).toEqual({
      title: 'a\u2028---\u2028b',
      prompt: 'x',
    })
  })

  it('can have a title that YAML takes for something else', () => {
    expect(read('---\ntitle: 2024\n---\nx\n').title).toBe('2024')
    expect(read('---\n"title": yes\n---\nx\n').title).toBe('yes')
    expect(read('---\ntitle: 0x10\n---\nx\n').title).toBe('0x10')
  })
})
