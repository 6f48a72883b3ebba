import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { expect, test } from 'vitest'
import { getPromptFormats, type PromptDetails } from './prompt-formats.ts'

const details: PromptDetails = {
  title: 'Haiku',
  type: 'Text',
  models: ['claude'],
  url: 'https://site/post/7',
}
const formats = (prompt: string, changed: Partial<PromptDetails> = {}) =>
  getPromptFormats(prompt, { ...details, ...changed }, [{ written: prompt }], {}).map(
    ({ content }) => content,
  )

test('copies a prompt with its title and link as Markdown, plain text and JSON', () => {
  const [markdown, plain, json = ''] = formats('Write\na haiku')
  expect(markdown).toBe('# Haiku\n\n```text\nWrite\na haiku\n```\n\n<https://site/post/7>')
  expect(plain).toBe('Haiku\n\nWrite\na haiku\n\nhttps://site/post/7')
  expect(JSON.parse(json)).toEqual({ ...details, prompt: 'Write\na haiku' })
})

test('fences a prompt that contains fences', () => {
  expect(formats('```js\n1\n```')[0]).toContain('````text\n```js\n1\n```\n````')
})

test('leaves out the secret link of a private post', () => {
  expect(formats('Write', { url: null }).join()).not.toContain('http')
})

test('lists the filled-in messages of a prompt that consists of messages', () => {
  const prompt = '{{role "system"}}\nBe ${tone}.\n\n{{role "user"}}\nHello'
  const segments = splitByForm(prompt, { form: 'messages' })
  const formats = getPromptFormats('System:\nBe calm.\n\nUser:\nHello', details, segments, { tone: 'calm' })
  expect(JSON.parse(formats[2]?.content ?? '')).toEqual({
    ...details,
    messages: [
      { role: 'system', content: 'Be calm.' },
      { role: 'user', content: 'Hello' },
    ],
  })
})
