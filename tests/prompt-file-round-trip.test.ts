import { fillPrompt, splitPrompt } from '@prompt-collection/prompt-blanks'
import { parseMessages, writeMessages } from '@prompt-collection/prompt-blanks/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_SKILL, writeSkill } from '#core/skill.ts'
import { readFiles } from '#features/import/web/readers/read-files.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'
import { type PromptFileFormat, promptFileFormats } from '#features/posts/contract-values.ts'
import { type PromptFileSource, renderPromptFile } from '#features/posts/server/prompt-files.ts'

const aSource = (fields: Partial<PromptFileSource> = {}): PromptFileSource => ({
  ...getDefaultPostFields(),
  title: 'Haiku of “rain”: a start',
  description: 'Writes a *haiku*\n\nabout rain --- or snow.',
  prompt: 'Write a haiku about ${topic:rain}, in ${language}.',
  type: 'Code',
  models: ['chatgpt', 'claude-code'],
  tags: ['c++', 'haiku'],
  license: 'CC-BY-SA-4.0',
  sourceUrl: 'https://example.org/haiku?a=1&b=2',
  id: 7,
  version: 3,
  author: 'ada',
  url: 'https://prompts.example/post/7',
  promptTruncated: false,
  ...fields,
})

const importFile = async (source: PromptFileSource, format: PromptFileFormat) => {
  const { name, text } = renderPromptFile(source, format)
  const { candidates, problems } = await readFiles([{ path: name, blob: new Blob([text]) }])
  expect(problems).toEqual([])
  expect(candidates).toHaveLength(1)
  const [candidate] = candidates
  if (!candidate) throw new Error('Nothing was read')
  return candidate
}

/** What the prompt says with its defaults, and which blanks it has. */
const meaningOf = (prompt: string, blanksIn: PromptFileSource['blanksIn'] = 'text') => {
  const segments = splitPrompt(prompt, blanksIn)
  return { text: fillPrompt(segments, {}), blanks: segments.flatMap(({ blank }) => blank?.name ?? []) }
}

const prompts = [
  'Write.',
  'Write a haiku about ${topic:rain}, in ${language}.',
  '# Heading\n\n---\ntitle: not front matter\n---\n\nText',
  '---\nAlso not front matter\n---',
  'Ask for these values:\n\n- `a`: A\n\nText',
  '```js\nconst a = `${b}`\n```\n\nand {{name}}',
  'Sum: $\\frac{a}{b}$, {single}, "quoted", \'single\'',
  '日本語のプロンプト ${言語} 🎉',
  'مرحبا، اكتب قصيدة',
  'Tabs\tand   spaces\n\n\n\nand lines',
]

describe('a prompt that was downloaded and imported again', () => {
  it.each(prompts)('as Markdown is the same in every field: %j', async (prompt) => {
    const source = aSource({ prompt, blanksIn: 'everywhere' })
    const { fields, warnings } = await importFile(source, 'markdown')
    expect(warnings).toEqual([])
    const { exampleFiles: _, ...expected } = getDefaultPostFields()
    for (const name of Object.keys(expected) as (keyof typeof expected)[])
      expect([name, fields[name]]).toEqual([name, source[name]])
  })

  it('as Markdown is the same, whatever its texts are', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((written) => written.trim())
      .filter((written) => written !== '')
    await fc.assert(
      fc.asyncProperty(text, text, text, async (title, description, prompt) => {
        const { fields } = await importFile(aSource({ title, description, prompt }), 'markdown')
        expect(fields).toMatchObject({ title: title.replace(/\s+/g, ' '), description, prompt })
      }),
      { numRuns: 200 },
    )
  })

  it('as a skill has the same front matter', async () => {
    const skill = writeSkill({
      ...EMPTY_SKILL,
      name: 'write-haiku',
      compatibility: 'Needs a network',
      allowedTools: 'Bash Read',
      metadata: { version: '1.2', author: 'ada' },
    })
    const source = aSource({ form: 'skill', skill, prompt: '# Haiku\n\nText', description: 'Writes haikus' })
    const { fields, warnings } = await importFile(source, 'skill')
    expect(fields).toMatchObject({
      form: 'skill',
      skill,
      prompt: source.prompt,
      description: 'Writes haikus',
    })
    expect(warnings).toEqual([])
  })

  it.each(promptFileFormats.filter((format) => !['text', 'skill', 'prompt-file'].includes(format)))(
    'as %s has the same messages',
    async (format) => {
      const messages = [
        { role: 'system', content: 'Be brief.\n\n- really' },
        { role: 'user', content: 'Write about rain' },
        { role: 'assistant', content: 'Which rain?' },
        { role: 'user', content: 'This one' },
      ] as const
      const { fields } = await importFile(
        aSource({ prompt: writeMessages(messages), form: 'messages' }),
        format,
      )
      expect(fields.form).toBe('messages')
      expect(parseMessages(fields.prompt)).toEqual(messages)
    },
  )

  it.each(prompts)('as text is the same prompt: %j', async (prompt) => {
    expect((await importFile(aSource({ prompt }), 'text')).fields.prompt).toBe(prompt)
  })

  it.each(prompts)('as a skill is the same prompt, with its license and source: %j', async (prompt) => {
    const { fields } = await importFile(aSource({ prompt }), 'skill')
    expect(fields).toMatchObject({
      prompt,
      license: 'CC-BY-SA-4.0',
      sourceUrl: 'https://example.org/haiku?a=1&b=2',
    })
  })

  it.each(promptFileFormats.filter((format) => !['markdown', 'text', 'skill'].includes(format)))(
    'as %s says the same',
    async (format) => {
      for (const prompt of [
        'Write.',
        'Write about ${topic:rain} and ${tone:calm|wild} for me.',
        'Lines\n\n- one\n- two',
      ]) {
        const { fields } = await importFile(aSource({ prompt }), format)
        expect(meaningOf(fields.prompt).text).toBe(meaningOf(prompt).text)
        if (format === 'dotprompt' || format === 'promptfoo' || format === 'prompt-file')
          expect(meaningOf(fields.prompt).blanks).toEqual(meaningOf(prompt).blanks)
      }
    },
  )
})
