import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser, seedVersion } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { promptFileFormats } from '../contract-values.ts'
import { type PromptFileSource, renderPromptFile } from './prompt-files.ts'

const source: PromptFileSource = {
  id: 7,
  title: 'Über “Rain”: a poem',
  description: 'A **poem**\nabout rain.',
  prompt: 'Write about ${what} for {{who: children|adults}}.\nKeep {{#if}} and {% endraw %} \\${as text}.',
  type: 'Text',
  models: ['claude'],
  tags: ['poem'],
  blanksIn: 'text',
  license: 'unspecified',
  sourceUrl: '',
  form: 'prompt',
  skill: '',
  version: 3,
  author: 'ann',
  url: 'https://prompts.example/post/7',
  promptTruncated: false,
}
const render = (format: (typeof promptFileFormats)[number], more: Partial<PromptFileSource> = {}) =>
  renderPromptFile({ ...source, ...more }, format)

describe('a prompt as a file', () => {
  it('is Markdown with everything about it', () => {
    const { name, text } = render('markdown')
    expect(name).toBe('uber-rain-a-poem.md')
    expect(text).toBe(`---
title: "Über “Rain”: a poem"
description: "A **poem**\\nabout rain."
type: "Text"
models: ["claude"]
tags: ["poem"]
author: "ann"
source: "https://prompts.example/post/7"
id: 7
version: 3
---

${source.prompt}
`)
  })

  it('is a skill that asks for the values of its blanks', () => {
    const { name, text } = render('skill')
    expect(name).toBe('SKILL.md')
    expect(text).toBe(`---
name: "uber-rain-a-poem"
description: "A poem about rain."
metadata:
  author: "ann"
  version: "3"
  source: "https://prompts.example/post/7"
---

Ask for these values, and put them in the place of their names:

- \`what\`: What
- \`who\`: Who (default: children; children, adults)

${source.prompt}
`)
  })

  it.each(['markdown', 'skill', 'dotprompt', 'prompt-file', 'promptfoo'] as const)(
    'names license and origin as %s',
    (format) => {
      const { text } = render(format, { license: 'CC-BY-4.0', sourceUrl: 'https://example.org/"from"' })
      expect(text).toMatch(/^[# ]*license: "CC-BY-4\.0"$/m)
      expect(text).toContain('basedOn: "https://example.org/\\"from\\""\n')
      expect(render(format).text).not.toMatch(/license|basedOn/)
    },
  )

  it('of a skill names where it is from, unless the skill itself does', () => {
    const sourceUrl = 'https://example.org/from'
    const withMetadata = (metadata: object) =>
      render('skill', { form: 'skill', skill: JSON.stringify({ name: 'a', metadata }), sourceUrl }).text
    expect(withMetadata({ x: 'y' })).toContain(
      'metadata:\n  "x": "y"\n  "basedOn": "https://example.org/from"\n',
    )
    expect(withMetadata({ basedOn: 'a book' })).toContain('metadata:\n  "basedOn": "a book"\n')
  })

  it('of a skill is its own SKILL.md, whose variables are no blanks', () => {
    const skill = '{"name":"poems","allowedTools":"Read"}'
    const prompt = 'Run ${HOME}/x'
    expect(render('skill', { form: 'skill', skill, description: 'When needed', prompt }).text).toBe(
      '---\nname: poems\ndescription: "When needed"\nallowed-tools: "Read"\n---\n\nRun ${HOME}/x\n',
    )
  })

  it('is a prompt file of VS Code', () => {
    const { name, text } = render('prompt-file')
    expect(name).toBe('uber-rain-a-poem.prompt.md')
    expect(text).toContain(
      'Write about ${input:what} for ${input:who:children}.\nKeep {{#if}} and {% endraw %} ${as text}.',
    )
  })

  it('is a Dotprompt, in which other braces are text', () => {
    expect(render('dotprompt').text).toBe(`---
input:
  schema:
    what: "string, What"
    who?: "string, Who"
  default:
    who: "children"
metadata:
  title: "Über “Rain”: a poem"
  author: "ann"
  source: "https://prompts.example/post/7"
  id: 7
  version: 3
---

Write about {{what}} for {{who}}.
Keep \\{{#if}} and {% endraw %} \${as text}.
`)
  })

  it('is a test of promptfoo, in which other braces are text', () => {
    expect(render('promptfoo').text).toBe(`description: "Über “Rain”: a poem"
providers:
  - openai:gpt-5-mini
prompts:
  - "Write about {{what}} for {{who}}.\\nKeep {{ \\"{\\" }}{{ \\"{\\" }}#if}} and {{ \\"{\\" }}% endraw %} \${as text}."
tests:
  - vars:
      what: "<what>"
      who: "children"
`)
  })

  it.each([
    ['{${v}}', '{{ "{" }}{{v}}}'],
    ['{{{ {# a #} {% raw %}', '{{ "{" }}{{ "{" }}{ {{ "{" }}# a {{ "#" }}} {{ "{" }}% raw %}'],
    ['{${v}% if x %}', '{{ "{" }}{{v}}% if x %}'],
  ])('has no tags of promptfoo but its variables: %s', (prompt, template) => {
    expect(render('promptfoo', { prompt }).text).toContain(`  - ${JSON.stringify(template)}\n`)
  })

  // Rendered by Handlebars, each template is the prompt again, but for the space.
  it.each([
    ['\\{{#x}}', '\\\\{{!}}\\{{#x}}'],
    ['{{{{#x}}', '\\{{\\{{#x}}'],
    ['\\\\${v} a', '\\\\\\{{!}}{{v}} a'],
    ['{${v}}', '{ {{v}}{{!}}}'],
    ['<<<dotprompt:role:system>>> ${v}', '<< <dotprompt:role:system>>> {{v}}'],
  ])('has no tags of Dotprompt but its variables: %s', (prompt, template) => {
    expect(render('dotprompt', { prompt }).text.split('---\n\n')[1]).toBe(`${template}\n`)
  })

  it('is a message with defaults filled in', () => {
    const content = 'Write about ${what} for children.\nKeep {{#if}} and {% endraw %} ${as text}.'
    expect(JSON.parse(render('openai').text)).toEqual({ messages: [{ role: 'user', content }] })
    expect(JSON.parse(render('anthropic').text)).toEqual({
      max_tokens: 4_096,
      messages: [{ role: 'user', content }],
    })
    expect(render('text').text).toBe(`${source.prompt}\n`)
  })

  const messages: Partial<PromptFileSource> = {
    form: 'messages',
    prompt:
      '{{role "system"}}\nYou are ${who:a "poet"}.\n\n{{role "user"}}\nWrite about ${what} {{#if}}\n\n{{role "assistant"}}\n\\{{role "x"}}\n```\n${code}',
  }

  it('has its messages with their roles where programs know messages', () => {
    const user = { role: 'user', content: 'Write about ${what} {{#if}}' }
    const assistant = { role: 'assistant', content: '\\{{role "x"}}\n```\n${code}' }
    expect(JSON.parse(render('openai', messages).text).messages).toEqual([
      { role: 'system', content: 'You are a "poet".' },
      user,
      assistant,
    ])
    expect(JSON.parse(render('anthropic', messages).text)).toEqual({
      max_tokens: 4_096,
      system: 'You are a "poet".',
      messages: [user, assistant],
    })
    const prompt = '{{role "system"}}\nBe brief.'
    expect(JSON.parse(render('anthropic', { ...messages, prompt }).text).messages).toEqual([
      { role: 'user', content: 'Be brief.' },
    ])
  })

  it('has its messages in templates of messages', () => {
    expect(render('dotprompt', messages).text.split('---\n\n')[1]).toBe(
      '{{role "system"}}\nYou are {{who}}.\n{{role "user"}}\nWrite about {{what}} \\{{#if}}\n{{role "model"}}\n\\\\{{!}}\\{{role "x"}}\n```\n${code}\n',
    )
    const [, prompt = ''] =
      /^ {2}- (.*)$/m.exec(render('promptfoo', messages).text.split('prompts:\n')[1] ?? '') ?? []
    expect(JSON.parse(JSON.parse(prompt))).toEqual([
      { role: 'system', content: 'You are {{who}}.' },
      { role: 'user', content: 'Write about {{what}} {{ "{" }}{{ "{" }}#if}}' },
      { role: 'assistant', content: '\\{{ "{" }}{role "x"}}\n```\n${code}' },
    ])
  })

  it('names the roles of its messages where programs know texts only', () => {
    expect(render('text', messages).text).toMatch(/^System:\nYou are \$\{who:a "poet"\}\.\n\nUser:\n/)
    expect(render('prompt-file', messages).text).toContain(
      'System:\nYou are ${input:who:a "poet"}.\n\nUser:\n',
    )
    expect(render('skill', messages).text).toContain('\nSystem:\nYou are')
    expect(render('markdown', messages).text).toContain(`form: "messages"\n`)
    expect(render('markdown', messages).text).toContain(`\n\n${messages.prompt}\n`)
  })

  it.each([
    ['雨について', 'prompt-7'],
    ['!!!', 'prompt-7'],
    ['a'.repeat(200), 'a'.repeat(64)],
    ['../../etc/passwd', 'etc-passwd'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['CON "x"\r\n', 'con-x'],
  ])('with the title %j is called %s', (title, name) => {
    expect(render('text', { title }).name).toBe(`${name}.txt`)
    expect(render('skill', { title }).text).toContain(`name: "${name}"`)
  })

  it('names variables of other scripts by numbers, and never two alike', () => {
    const prompt = '${ton} ${тон} ${名前} ${a b} ${a-b} ${1}'
    expect(render('dotprompt', { prompt }).text).toContain(
      '{{ton}} {{blank_2}} {{blank_3}} {{a_b}} {{blank_5}} ${1}',
    )
  })
})

describe('the download of a prompt', async () => {
  const database = await createTestDatabase()
  const app = await buildTestApp(database)
  const by = await seedUser(database)
  const headers = await seedSession(database, by)

  it.each(promptFileFormats)('as %s is whole for members and cut for visitors', async (format) => {
    const post = await seedPost(database, { by, prompt: `${'a'.repeat(150)}hiddenword` })
    const get = (more: Record<string, string> = {}) =>
      app.inject({ url: `/api/posts/${post.id}/export?format=${format}`, headers: more })
    const own = await get(headers)
    expect(own.statusCode).toBe(200)
    expect(own.headers['content-disposition']).toMatch(/^attachment; filename="[A-Za-z0-9.-]+"$/)
    expect(own.body).toContain('hiddenword')
    const seen = await get()
    expect(seen.body).toContain('a'.repeat(150))
    expect(seen.body).not.toContain('hiddenword')
  })

  it('names no link of a private prompt, and shows it to nobody else', async () => {
    const post = await seedPost(database, { by, isPrivate: true })
    const url = `/api/posts/${post.id}/export?format=markdown`
    expect((await app.inject({ url, headers })).body).not.toContain('source:')
    expect((await app.inject(url)).statusCode).toBe(404)
  })

  it('can be one of a version, and only in a known format', async () => {
    const post = await seedPost(database, { by, prompt: 'New words' })
    await seedVersion(database, post, 1)
    const version = await app.inject({ url: `/api/posts/${post.id}/versions/1/export?format=text`, headers })
    expect(version.statusCode).toBe(200)
    expect((await app.inject(`/api/posts/${post.id}/export?format=pdf`)).statusCode).toBe(400)
    expect((await app.inject(`/api/posts/${post.id}/export`)).statusCode).toBe(400)
  })
})
