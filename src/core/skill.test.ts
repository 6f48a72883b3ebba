import { describe, expect, it } from 'vitest'
import {
  EMPTY_SKILL,
  findPathConflict,
  isSkillPath,
  readSkill,
  renderSkillMd,
  skillLimits,
  toFrontMatter,
  writeSkill,
} from './skill.ts'
import { parseSkill } from './skill-schema.ts'

describe('The path of a file', () => {
  it.each([
    'a',
    'a.md',
    'references/guide.md',
    'a b.md',
    'a..b',
    'examples/SKILL.md',
    'SKILL.md.txt',
    'console.txt',
    'com.txt',
    'nullable.md',
    '日本語/メモ.md',
    'a/b/c/d/e/f/g/h',
    `${'x'.repeat(99)}/${'x'.repeat(100)}`,
  ])('can be %j', (path) => {
    expect(isSkillPath(path)).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['absolute', '/a'],
    ['a folder', 'a/'],
    ['with an empty segment', 'a//b'],
    ['above its folder', '../a'],
    ['above its folder, from another one', 'a/../b'],
    ['its own folder', './a'],
    ['hidden', '.env'],
    ['in a hidden folder', 'a/.git/config'],
    ['with a backslash', 'a\\b'],
    ['on a drive', 'C:a'],
    ['with a character that Windows does not allow', 'a?.md'],
    ['at whose end is a character that Windows does not allow', 'a.md*'],
    ['at whose start is a character that Windows does not allow', '"a'],
    ['with a control character', 'a\u0007b'],
    ['with a character that nobody sees', 'a\u200bb'],
    ['after a space', ' a'],
    ['before a space', 'a '],
    ['before a dot', 'a.'],
    ['a device', 'con'],
    ['a device with an ending', 'NUL.txt'],
    ['a device in a folder', 'a/Lpt1.md'],
    ['a port', 'com1'],
    ['a folder that is a device', 'aux/a.md'],
    ['a device in full width', 'ｃｏｎ'],
    ['SKILL.md itself', 'SKILL.md'],
    ['SKILL.md in lower case', 'skill.md'],
    ['SKILL.md in full width', 'ＳＫＩＬＬ.md'],
    ['below SKILL.md', 'Skill.md/a'],
    ['of nine segments', 'a/b/c/d/e/f/g/h/i'],
    ['longer than 200 characters', `${'x'.repeat(100)}/${'x'.repeat(100)}`],
    ['with a segment of more than 255 bytes', '語'.repeat(86)],
  ])('cannot be %s', (_, path) => {
    expect(isSkillPath(path)).toBe(false)
  })

  it('can have a segment of 255 bytes', () => {
    expect(isSkillPath('語'.repeat(85))).toBe(true)
  })

  it.each([
    [['a.md', 'b.md', 'c/a.md', 'c/b.md'], undefined],
    [['a.md', 'A.md'], 'A.md'],
    [['é.md', 'e\u0301.md'], 'e\u0301.md'],
    [['a', 'a/b'], 'a'],
    [['x/y/z', 'X/Y'], 'X/Y'],
    [['x/y/z', 'x/z'], undefined],
    [[], undefined],
  ])('of %j that conflicts with another is %j', (paths, conflict) => {
    expect(findPathConflict(paths)).toBe(conflict)
  })
})

describe('The text of a skill', () => {
  it('is read as it was written, and completed while it is not complete', () => {
    const skill = { ...EMPTY_SKILL, name: 'a', metadata: { b: 'c' } }
    expect(readSkill(writeSkill(skill))).toEqual(skill)
    expect(readSkill('{"name":"a"}')).toEqual({ ...EMPTY_SKILL, name: 'a' })
    for (const text of ['', '{', 'null']) expect(readSkill(text)).toEqual(EMPTY_SKILL)
    expect(EMPTY_SKILL).toEqual({ name: '', compatibility: '', allowedTools: '', metadata: {}, files: [] })
  })

  const errorOf = (skill: Record<string, unknown>) => {
    const parsed = parseSkill(JSON.stringify({ name: 'a', ...skill }))
    return 'error' in parsed ? parsed.error : null
  }
  const file = (path: string, size = 1) => ({ path, size, sha256: '0'.repeat(64) })
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'x']))
  const files = (count: number, size = 1) =>
    Array.from({ length: count }, (_, index) => file(`${index}.md`, size))

  it('has defaults, and no line breaks or blanks around its values', () => {
    expect(parseSkill('{"name":"a"}')).toEqual({ skill: { ...EMPTY_SKILL, name: 'a' } })
    const skill = {
      name: 'a',
      compatibility: ' Node\n\n 24 ',
      allowedTools: 'Read  Write',
      metadata: { by: ' me ' },
    }
    expect(parseSkill(JSON.stringify(skill))).toEqual({
      skill: {
        ...EMPTY_SKILL,
        name: 'a',
        compatibility: 'Node 24',
        allowedTools: 'Read Write',
        metadata: { by: 'me' },
      },
    })
  })

  it('can be as long as its limits', () => {
    expect(
      errorOf({
        name: 'x'.repeat(64),
        compatibility: '👍'.repeat(500),
        allowedTools: 'x'.repeat(1_000),
        metadata: { ...entries(19), ['k'.repeat(64)]: 'x'.repeat(500) },
        files: files(100),
      }),
    ).toBeNull()
    expect(errorOf({ files: files(5, skillLimits.fileBytes) })).toBeNull()
    expect(errorOf({ files: [file('a', 0)] })).toBeNull()
  })

  const NAME_ERROR = 'The name consists of a-z and 0-9, with single hyphens between them'
  it.each([
    [{ name: '' }, NAME_ERROR],
    [{ name: 'A' }, NAME_ERROR],
    [{ name: '-a' }, NAME_ERROR],
    [{ name: 'a-' }, NAME_ERROR],
    [{ name: 'a--b' }, NAME_ERROR],
    [{ name: 'a b' }, NAME_ERROR],
    [{ name: 'x'.repeat(65) }, 'The name must be at most 64 characters'],
    [{ compatibility: 1 }, 'Compatibility must be text'],
    [{ compatibility: 'x'.repeat(501) }, 'Compatibility must be at most 500 characters'],
    [{ allowedTools: ['Read'] }, 'Allowed tools must be text'],
    [{ allowedTools: 'x'.repeat(1_001) }, 'Allowed tools must be at most 1000 characters'],
    [{ metadata: { a: 'x'.repeat(501) } }, 'A value of the metadata must be at most 500 characters'],
    [{ metadata: entries(21) }, 'The metadata can have at most 20 entries'],
    [{ files: files(101) }, 'A skill can have at most 100 files'],
    [{ files: [file('a', skillLimits.fileBytes + 1)] }, 'A file can have at most 1 MB'],
    [
      { files: [...files(5, skillLimits.fileBytes), file('a')] },
      'The files of a skill can have at most 5 MB together',
    ],
    [{ files: [file('a'), file('A')] }, 'Two files have the same path, or a file has the path of a folder'],
    [{ files: [{ ...file('a'), sha256: `${'0'.repeat(63)}G` }] }, 'sha256 must be 64 hexadecimal digits'],
  ])('is refused with its reason: %#', (skill, error) => {
    expect(errorOf(skill)).toBe(error)
  })

  it('is refused with a reason if a key, a path or a size cannot be', () => {
    for (const metadata of [{ 'a b': 'x' }, { '': 'x' }, { ['k'.repeat(65)]: 'x' }])
      expect(errorOf({ metadata })).toEqual(expect.any(String))
    expect(errorOf({ files: [file('../a')] })).toMatch(/^A path must be relative/)
    for (const size of [-1, 0.5]) expect(errorOf({ files: [file('a', size)] })).toEqual(expect.any(String))
    expect(parseSkill('{')).toEqual({ error: 'The skill must be JSON' })
  })
})

describe('SKILL.md', () => {
  const fields = { description: ' Draws\n a  fox. ', license: 'unspecified', sourceUrl: '' }

  it('has only what is known in its front matter', () => {
    expect(toFrontMatter({ ...EMPTY_SKILL, name: 'fox' }, fields)).toEqual({
      name: 'fox',
      description: 'Draws a fox.',
    })
    expect(
      toFrontMatter(
        { ...EMPTY_SKILL, name: 'fox', compatibility: 'Node', allowedTools: 'Read', metadata: { by: 'me' } },
        { ...fields, license: 'MIT', sourceUrl: 'https://example.org/fox' },
      ),
    ).toEqual({
      name: 'fox',
      description: 'Draws a fox.',
      license: 'MIT',
      compatibility: 'Node',
      metadata: { by: 'me', basedOn: 'https://example.org/fox' },
      'allowed-tools': 'Read',
    })
  })

  it('keeps the source that its author has written', () => {
    const skill = { ...EMPTY_SKILL, name: 'fox', metadata: { basedOn: 'a book' } }
    expect(toFrontMatter(skill, { ...fields, sourceUrl: 'https://example.org' }).metadata).toEqual({
      basedOn: 'a book',
    })
  })

  it('is written as YAML, with its name bare unless YAML would not read it as text', () => {
    const frontMatter = { name: 'fox', description: 'A "fox": red', metadata: { by: 'me', 'a.b': 'c' } }
    expect(renderSkillMd(frontMatter, 'Draw it.')).toBe(
      '---\nname: fox\ndescription: "A \\"fox\\": red"\nmetadata:\n  "by": "me"\n  "a.b": "c"\n---\n\nDraw it.\n',
    )
    for (const name of ['true', 'off', 'y', 'null', '1e3', '3d'])
      expect(renderSkillMd({ name, description: '' }, '')).toContain(`\nname: "${name}"\n`)
    for (const name of ['yes-or-no', 'a-1', 'offer'])
      expect(renderSkillMd({ name, description: '' }, '')).toContain(`\nname: ${name}\n`)
  })
})
