import { expect, test } from 'vitest'
import { getPromptFormats, type PromptDetails } from './prompt-formats.ts'

const details: PromptDetails = {
  title: 'Haiku',
  type: 'Text',
  models: ['claude'],
  url: 'https://site/post/7',
}
const formats = (prompt: string, changed: Partial<PromptDetails> = {}) =>
  getPromptFormats(prompt, { ...details, ...changed }).map(({ content }) => content)

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
