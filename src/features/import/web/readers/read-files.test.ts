import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { expectLinearTime } from '#tests/support/compare-times.ts'
import { MAX_CANDIDATES, readFiles } from './read-files.ts'
import { readMarkdown, readPromptFile } from './read-markdown.ts'

const read = (path: string, text: string | Blob) =>
  readFiles([{ path, blob: typeof text === 'string' ? new Blob([text]) : text }])
const readOne = async (path: string, text: string) => {
  const { candidates, problems } = await read(path, text)
  expect(problems).toEqual([])
  expect(candidates).toHaveLength(1)
  const [candidate] = candidates
  if (!candidate) throw new Error('Nothing was read')
  // Whatever is read is accepted by the site.
  expect(createPostSchema.safeParse(candidate.fields).error).toBeUndefined()
  return candidate
}
const reasonsOf = async (path: string, text: string | Blob) =>
  (await read(path, text)).problems.map(({ reason }) => reason)

describe('Markdown and plain text', () => {
  it('have a title from front matter, a heading or the name of the file', async () => {
    const titleOf = async (path: string, text: string) => (await readOne(path, text)).fields.title
    expect(await titleOf('a.md', '---\ntitle: Rain\n---\n\nWrite a haiku')).toBe('Rain')
    expect(await titleOf('a.md', '# Rain and snow\n\nWrite a haiku')).toBe('Rain and snow')
    expect(await titleOf('my/rain-haiku.md', 'Write a haiku')).toBe('Rain haiku')
    expect(await titleOf('rain_haiku.txt', 'Write a haiku')).toBe('Rain haiku')
  })

  it('keep their fields, and warn of what the site does not know', async () => {
    const { fields, warnings } = await readOne(
      'a.md',
      '---\ntitle: A\ntype: Sonnet\nlicense: WTFPL\nmodels: [chatgpt, gpt-99]\ntags: [a, b, c, d, e, f]\nbasedOn: javascript:alert(1)\n---\nWrite',
    )
    expect(fields).toMatchObject({ type: 'Text', license: 'unspecified', models: ['chatgpt'], sourceUrl: '' })
    expect(fields.tags).toHaveLength(5)
    expect(warnings).toHaveLength(4)
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('have no type %s', async (type) => {
    const { fields, warnings } = await readOne('a.md', `---\ntype: ${type}\n---\nWrite`)
    expect([fields.type, warnings]).toEqual(['Text', [`The type ${type} becomes Text`]])
  })

  it.each([
    'javascript:alert(1)',
    'https://ann:secret@example.org/',
    'https://',
    `https://a.org/${'x'.repeat(2_000)}`,
  ])('have no source %s, which the site would refuse', async (source) => {
    expect((await readOne('a.md', `---\nbasedOn: "${source}"\n---\nWrite`)).fields.sourceUrl).toBe('')
  })

  it.each([
    ['# Rain  and   snow ##  ', 'Rain and snow'],
    ['#\tC#', 'C#'],
    ['# #\n\n# Snow', 'Snow'],
    ['#Rain', 'File'],
    ['  ## Rain', 'File'],
  ])('with %j have the right title', async (text, title) => {
    expect((await readOne('file.md', `${text}\n\nWrite`)).fields.title).toBe(title)
  })

  it('are read in linear time, also if they are built to take long', () => {
    expectLinearTime((size) => readMarkdown('a.md', `# a${' '.repeat(size)}b`), 200)
    expectLinearTime((size) => readPromptFile('a.prompt.md', `${'${input:a:'.repeat(size)}`), 4_000)
  })

  it.each([
    ['CRLF', '---\r\ntitle: Rain\r\n---\r\n\r\nWrite a haiku\r\n'],
    ['a byte order mark', '\ufeff---\ntitle: Rain\n---\nWrite a haiku'],
  ])('may have %s', async (_, text) => {
    expect((await readOne('a.md', text)).fields).toMatchObject({ title: 'Rain', prompt: 'Write a haiku' })
  })

  it('may be UTF-16, and are rejected in other encodings', async () => {
    const utf16 = new Blob([new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0])])
    expect((await read('a.txt', utf16)).candidates).toMatchObject([{ fields: { prompt: 'Hi' } }])
    expect(await reasonsOf('a.txt', new Blob([new Uint8Array([0xe4, 0x62, 0x63])]))).toEqual([
      'It is not UTF-8 or UTF-16 text',
    ])
  })

  it.each([
    ['---\ntitle: [\n---\nWrite', 'The file is damaged, or of another kind than its name says'],
    ['---\ntitle: A\n---\n\n  \n', 'It has no text'],
    ['---\ntitle: A\ntruncated: true\n---\nWrite', 'The file has only the beginning of the prompt'],
    [`---\na: &a [x]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n---\nWrite`, expect.any(String)],
  ])('of %j cannot be imported', async (text, reason) => {
    expect(await reasonsOf('a.md', text)).toEqual([reason])
  })

  it('cannot set anything but the fields of a post', async () => {
    const { fields, isSuggested, warnings } = await readOne(
      'a.md',
      '---\ntitle: A\nwarnings: 5\nisSuggested: false\nisForDevelopers: true\n__proto__: {x: 1}\n---\nWrite',
    )
    expect(fields.type).toBe('Text')
    expect({ isSuggested, warnings }).toEqual({ isSuggested: true, warnings: [] })
    expect('x' in {}).toBe(false)
  })
})

describe('files of other programs', () => {
  it('SKILL.md', async () => {
    const text =
      '---\nname: write-haiku\ndescription: Writes haikus about rain\nlicense: MIT\n---\n\n# Write haikus\n\nBe brief.'
    expect((await readOne('skills/write-haiku/SKILL.md', text)).fields).toMatchObject({
      title: 'Write haikus',
      description: 'Writes haikus about rain',
      license: 'MIT',
      form: 'skill',
      skill: JSON.stringify(
        { name: 'write-haiku', compatibility: '', allowedTools: '', metadata: {}, files: [] },
        null,
        1,
      ),
    })
  })

  it('SKILL.md with a name that skills cannot have, or with nothing but a text', async () => {
    const { fields, warnings } = await readOne(
      'SKILL.md',
      '---\nname: Write Haiku!\nmetadata: {version: 1.2}\n---\n# Schöne Haikus\n',
    )
    expect(JSON.parse(fields.skill)).toMatchObject({ name: 'schone-haikus' })
    expect(warnings).toEqual([expect.stringContaining('The front matter of the skill is changed')])
    expect((await readOne('SKILL.md', '# 俳句\n\nText')).fields).toMatchObject({ form: 'prompt', skill: '' })
  })

  it('prompt files of VS Code, with their inputs as blanks', async () => {
    const text =
      "---\nmode: agent\ntools: ['search']\ndescription: Reviews code\n---\nReview ${input:file} for ${input:goal:speed}"
    expect(await readOne('review-code.prompt.md', text)).toMatchObject({
      fields: { title: 'Review code', prompt: 'Review ${file} for ${goal:speed}' },
      warnings: ['Tools and modes are left out'],
    })
  })

  it('Dotprompt, with its variables and defaults as blanks', async () => {
    const text =
      '---\nmodel: googleai/gemini-1.5-pro\ninput:\n  schema:\n    topic: string\n    tone?: string\n  default:\n    tone: calm\n---\n{{role "system"}}\nBe brief\n{{role "user"}}\n{{#if x}}{{/if}}Write about {{topic}} in a {{ tone }} tone, not \\{{this}}.'
    expect(await readOne('haiku.prompt', text)).toMatchObject({
      fields: {
        title: 'Haiku',
        prompt:
          '{{role "system"}}\nBe brief\n{{role "user"}}\n{{#if x}}{{/if}}Write about {{topic}} in a ${tone:calm} tone, not \\{{this}}.',
      },
      warnings: ['Conditions of the template stay in the text'],
    })
  })

  it('promptfoo, with each of its prompts', async () => {
    const text = `description: Haikus
prompts:
  - 'Write about {{topic}}'
  - id: other
    raw: 'Rhyme about {{topic}}'
    label: Rhyme
  - file://more.txt
tests:
  - vars: { topic: rain }`
    const { candidates, problems } = await read('promptfooconfig.yaml', text)
    expect(candidates.map(({ fields: { title, prompt } }) => [title, prompt])).toEqual([
      ['Haikus', 'Write about ${topic:rain}'],
      ['Rhyme', 'Rhyme about ${topic:rain}'],
    ])
    expect(problems).toEqual([
      { location: 'promptfooconfig.yaml, prompt 3', reason: 'The prompt is in another file' },
    ])
  })

  it.each([
    ['one message', { model: 'gpt', messages: [{ role: 'user', content: 'Write' }] }, 'Write'],
    [
      'messages of OpenAI',
      {
        messages: [
          { role: 'system', content: 'Be brief' },
          { role: 'user', content: [{ type: 'text', text: 'Write' }] },
        ],
      },
      '{{role "system"}}\nBe brief\n\n{{role "user"}}\nWrite',
    ],
    [
      'a request to Anthropic',
      { max_tokens: 9, system: 'Be brief', messages: [{ role: 'user', content: 'Write' }] },
      '{{role "system"}}\nBe brief\n\n{{role "user"}}\nWrite',
    ],
    [
      'a response request',
      { instructions: 'Be brief', input: 'Write' },
      '{{role "system"}}\nBe brief\n\n{{role "user"}}\nWrite',
    ],
    ['a bare list of messages', [{ role: 'user', content: 'Write' }], 'Write'],
  ])('JSON with %s', async (_, value, prompt) => {
    expect((await readOne('haiku.openai.json', JSON.stringify(value))).fields).toMatchObject({
      title: 'Haiku',
      prompt,
    })
  })

  it('warns of pictures in messages', async () => {
    const content = [
      { type: 'image_url', image_url: {} },
      { type: 'text', text: 'Describe' },
    ]
    const { warnings } = await readOne('a.json', JSON.stringify({ messages: [{ role: 'user', content }] }))
    expect(warnings).toEqual(['Pictures, files and tools are left out'])
  })

  it('JSON Lines, of which a broken line does not hold up the others', async () => {
    const { candidates, problems } = await read(
      'a.jsonl',
      '{"messages":[{"role":"user","content":"One"}]}\n{oops\n\n{"title":"B","prompt":"Two"}\n',
    )
    expect(candidates.map(({ fields }) => fields.prompt)).toEqual(['One', 'Two'])
    expect(problems).toEqual([{ location: 'a.jsonl, line 2', reason: 'It is not JSON' }])
  })

  it('the CSV of prompts.chat, also with semicolons and mixed line ends, and with a license', async () => {
    const rows =
      'act,prompt,for_devs,type,contributor,license\r\nLinux,"I want ""you""\nto act",TRUE,TEXT,f,MIT\nArt,Paint,FALSE,IMAGE,f,\r\n'
    const { candidates } = await read('prompts.csv', rows)
    expect(
      candidates.map(({ fields: { title, prompt, type, license } }) => [title, prompt, type, license]),
    ).toEqual([
      ['Linux', 'I want "you"\nto act', 'Code', 'MIT'],
      ['Art', 'Paint', 'Image', 'unspecified'],
    ])
    expect((await read('a.csv', 'title;prompt\nA;Write\n')).candidates).toHaveLength(1)
    expect((await read('a.tsv', 'title\tprompt\nA\tWrite\n')).candidates).toHaveLength(1)
    expect(await reasonsOf('a.csv', 'name,text\nA,B\n')).toEqual([
      'The columns “act” or “title”, and “prompt” are missing',
    ])
  })

  it('the JSON of prompts.chat', async () => {
    const prompts = [
      {
        title: 'Linux',
        content: 'Act',
        type: 'TEXT',
        tags: [{ tag: { name: 'Shell' } }],
        author: { username: 'f' },
      },
    ]
    const { candidates } = await read('prompts.json', JSON.stringify({ count: 1, prompts }))
    expect(candidates).toMatchObject([{ fields: { title: 'Linux', prompt: 'Act', tags: ['shell'] } }])
    expect((await read('p.json', JSON.stringify([{ act: 'A', prompt: 'B' }]))).candidates).toHaveLength(1)
  })
})

it.each(['constructor', '__proto__', 'toString', 'tool'])('messages of %s are left out', async (role) => {
  const messages = [
    { role, content: 'Not this' },
    { role: 'user', content: 'Write' },
  ]
  const { fields, warnings } = await readOne('a.json', JSON.stringify({ messages }))
  expect(fields.prompt).toBe('Write')
  expect(warnings).toHaveLength(1)
})

describe('exports of conversations', () => {
  const node = (role: string, text: string, at: number, type = 'text') => ({
    message: { author: { role }, create_time: at, content: { content_type: type, parts: [text] } },
  })

  it('of ChatGPT: the first message of each, which is not suggested', async () => {
    const mapping = {
      c: node('user', 'And another', 3),
      root: { message: null },
      b: node('assistant', 'Drip', 2),
      a: node('user', 'Write a haiku', 1),
      x: node('user', 'My profile', 0, 'user_editable_context'),
    }
    const { candidates } = await read('conversations.json', JSON.stringify([{ title: 'Rain', mapping }]))
    expect(candidates).toMatchObject([
      {
        fields: { title: 'Rain', prompt: 'Write a haiku' },
        isSuggested: false,
        location: 'conversations.json, entry 1',
      },
    ])
  })

  it('of Claude: the first message of each, and the instructions of projects', async () => {
    const chats = [
      {
        name: 'Rain',
        chat_messages: [
          { sender: 'human', text: 'Write' },
          { sender: 'assistant', text: 'Drip' },
        ],
      },
    ]
    expect((await read('conversations.json', JSON.stringify(chats))).candidates).toMatchObject([
      { fields: { title: 'Rain', prompt: 'Write' }, isSuggested: false },
    ])
    const projects = [
      { name: 'Poet', prompt_template: 'You write', docs: [{}] },
      { name: 'Empty', prompt_template: '' },
    ]
    const { candidates, problems } = await read('projects.json', JSON.stringify(projects))
    expect(candidates).toMatchObject([
      { fields: { title: 'Poet' }, isSuggested: true, warnings: ['Documents of the project are left out'] },
    ])
    expect(problems).toHaveLength(1)
  })
})

/** Changes the size that an archive gives for a file: in its header, after its data, and in the central directory. */
const changeSize = (archive: ArrayBuffer, from: number, to: number): Uint8Array<ArrayBuffer> => {
  const view = new DataView(archive)
  for (let index = 0; index <= archive.byteLength - 4; index += 1)
    if (view.getUint32(index, true) === from) view.setUint32(index, to, true)
  return new Uint8Array(archive)
}

describe('a zip archive', () => {
  const zip = async (entries: Record<string, string | Blob>, options: object = {}) => {
    const writer = new ZipWriter(new BlobWriter())
    for (const [name, content] of Object.entries(entries))
      await writer.add(
        name,
        typeof content === 'string' ? new TextReader(content) : new BlobReader(content),
        options,
      )
    return writer.close()
  }

  it('is read with its folders, without what is no prompt', async () => {
    const archive = await zip({
      'prompts/one.md': 'Write',
      'prompts/README.md': 'About',
      'prompts/picture.png': 'x',
      '__MACOSX/prompts/._one.md': 'x',
      'prompts/inner.zip': 'x',
      'rain/SKILL.md': '---\nname: rain\ndescription: d\n---\nRain',
    })
    const { candidates, problems } = await read('all.zip', archive)
    expect(candidates.map(({ location }) => location)).toEqual([
      'all.zip/prompts/one.md',
      'all.zip/rain/SKILL.md',
    ])
    expect(problems).toEqual([])
  })

  it('gives a skill the files in its folder, which are no prompts of their own', async () => {
    const archive = await zip({
      'SKILLS.md': 'A prompt',
      'rain/SKILL.md': '---\nname: rain\ndescription: d\n---\nRain',
      'rain/scripts/run.sh': 'echo 1',
      'rain/references/rain.md': '# Rain',
      'rain/LICENSE.txt': 'MIT',
      'rain/.DS_Store': 'x',
      'rain/a:b.md': 'x',
      'rain/null.txt': 'a\0',
      'rain/inner/SKILL.md': '---\nname: inner\ndescription: d\n---\nInner',
      'rain/inner/data.json': '[]',
      'project/.claude/skills/snow/skill.md': '---\nname: snow\ndescription: d\n---\nSnow',
      'project/.github/workflows/test.yml': 'on: push',
      'project/.github/prompts/hail.prompt.md': 'Hail',
    })
    const { candidates, problems } = await read('all.zip', archive)
    expect(problems).toEqual([])
    expect(
      candidates.map(({ location, skillFiles }) => [location, skillFiles.map(({ path }) => path)]),
    ).toEqual([
      ['all.zip/SKILLS.md', []],
      ['all.zip/rain/SKILL.md', ['scripts/run.sh', 'references/rain.md', 'LICENSE.txt']],
      ['all.zip/rain/inner/SKILL.md', ['data.json']],
      ['all.zip/project/.claude/skills/snow/skill.md', []],
      ['all.zip/project/.github/prompts/hail.prompt.md', []],
    ])
    expect(candidates[1]?.warnings).toEqual([expect.stringMatching(/left out: a:b\.md, null\.txt$/)])
  })

  it('reads the archive of one skill, and a skill that is chosen without its folder', async () => {
    const skillMd = '---\nname: rain\ndescription: d\n---\nRain'
    const archive = await zip({ 'SKILL.md': skillMd, 'notes.md': 'Notes' })
    expect((await read('rain.zip', archive)).candidates).toMatchObject([
      { fields: { form: 'skill' }, skillFiles: [{ path: 'notes.md', content: 'Notes' }] },
    ])
    const chosen = [
      { path: 'SKILL.md', blob: new Blob([skillMd]) },
      { path: 'notes.md', blob: new Blob(['Notes']) },
    ]
    expect((await readFiles(chosen)).candidates).toMatchObject([
      { fields: { form: 'skill' }, skillFiles: [] },
      { fields: { form: 'prompt', prompt: 'Notes' } },
    ])
  })

  it('refuses a skill with more files than skills can have', async () => {
    const files = Array.from({ length: 101 }, (_, index) => [`rain/${index}.txt`, 'x'])
    const archive = await zip({ 'rain/SKILL.md': 'Rain', ...Object.fromEntries(files) })
    expect(await read('all.zip', archive)).toEqual({
      candidates: [],
      problems: [
        {
          location: 'all.zip/rain/SKILL.md',
          reason: 'A skill can have at most 100 files with 5 MB together',
        },
      ],
    })
  })

  it.each(['../evil.md', 'a/../../evil.md', '/etc/evil.md', 'C:\\evil.md', '..\\evil.md'])(
    'with a file called %s is refused as a whole',
    async (name) => {
      const archive = await zip({ 'good.md': 'Write', [name.replace(/./g, 'x')]: 'Evil' })
      const bytes = new Uint8Array(await archive.arrayBuffer())
      const [from, to] = [new TextEncoder().encode('x'.repeat(name.length)), new TextEncoder().encode(name)]
      for (let index = 0; index <= bytes.length - from.length; index += 1)
        if (from.every((byte, offset) => bytes[index + offset] === byte)) bytes.set(to, index)
      const { candidates, problems } = await read('all.zip', new Blob([bytes]))
      expect(candidates).toEqual([])
      expect(problems).toEqual([{ location: 'all.zip', reason: 'The archive has files with unsafe names' }])
    },
  )

  it('with a link is refused as a whole', async () => {
    const writer = new ZipWriter(new BlobWriter())
    await writer.add('good.md', new TextReader('Write'))
    await writer.add('link.md', new TextReader('/etc/passwd'), { unixMode: 0o120777 })
    expect(await reasonsOf('all.zip', await writer.close())).toEqual(['The archive has links to other files'])
  })

  it('with 10,000 files is refused as a whole', async () => {
    const writer = new ZipWriter(new BlobWriter(), { level: 0 })
    for (let index = 0; index < 10_000; index += 1) await writer.add(`${index}.md`, new TextReader('x'))
    expect(await reasonsOf('all.zip', await writer.close())).toEqual([
      'The archive has more than 2,000 files',
    ])
  })

  it('that unpacks to 1 GB is refused before anything is unpacked', async () => {
    // Compressing 1 GB takes long, so the archive only says that it contains that much.
    const archive = await zip({ 'big.md': new Blob([new Uint8Array(5_000_000)]) })
    const bytes = changeSize(await archive.arrayBuffer(), 5_000_000, 1_000_000_000)
    expect(await reasonsOf('all.zip', new Blob([bytes]))).toEqual([
      'The archive unpacks to more than 250 MB. Unpack it and choose the files that you want',
    ])
  })

  it('that unpacks to more than it says is refused', async () => {
    const archive = await zip({ 'big.md': new Blob([new Uint8Array(5_000_000)]) })
    const bytes = changeSize(await archive.arrayBuffer(), 5_000_000, 1_000)
    const { candidates, problems } = await read('all.zip', new Blob([bytes]))
    expect(candidates).toEqual([])
    expect(problems).toMatchObject([{ location: 'all.zip', reason: 'The archive is damaged' }])
  })

  it.each([['', 'not a zip', 'PK\u0003\u0004']])('that is %j is refused', async (text) => {
    expect(await reasonsOf('all.zip', text)).toEqual(['The archive is damaged'])
  })

  it('that is encrypted is refused', async () => {
    expect(await reasonsOf('all.zip', await zip({ 'a.md': 'x' }, { password: 'secret' }))).toEqual([
      'The archive is encrypted',
    ])
  })
})

it('reads no more posts than anybody looks through', async () => {
  const rows = Array.from({ length: MAX_CANDIDATES + 1 }, (_, index) => ({
    title: `${index}`,
    prompt: `${index}`,
  }))
  const { candidates, problems } = await read('a.json', JSON.stringify(rows))
  expect(candidates).toHaveLength(MAX_CANDIDATES)
  expect(problems).toMatchObject([{ reason: 'Only the first 2,000 prompts are shown' }])
})

it.each(['a.json', 'a.yaml', 'a.csv', 'a.prompt', 'a.md', 'a.jsonl'])(
  'reports a damaged %s instead of failing',
  async (path) => {
    for (const text of [
      '',
      '{',
      '[[[',
      '"',
      '---\n---',
      '\u0000',
      'null',
      '[null, 1, "x", {}]',
      '{"messages": 5}',
      'prompts: {}',
    ])
      await expect(read(path, text)).resolves.toBeDefined()
  },
)
