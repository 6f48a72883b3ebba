import { expect, test } from 'vitest'
import { modelIds, postTypes } from '#core/model-catalogue.ts'
import { getPromptServiceLink, getPromptServices, promptServices } from './prompt-services.ts'

const [chatgpt] = promptServices
if (!chatgpt) throw new Error('There is no service')

test('encodes any prompt into the link', () => {
  expect(getPromptServiceLink(chatgpt, 'a & b\n?#+ü')).toEqual({
    href: 'https://chatgpt.com/?q=a%20%26%20b%0A%3F%23%2B%C3%BC',
    fits: true,
  })
})

test('links to the start page if the prompt is too long for a link', () => {
  expect(getPromptServiceLink(chatgpt, 'a'.repeat(6_001))).toEqual({
    href: 'https://chatgpt.com/',
    fits: false,
  })
})

test('accepts a lone surrogate', () => {
  expect(getPromptServiceLink(chatgpt, 'x\ud800').fits).toBe(true)
})

const namesFor = (...args: Parameters<typeof getPromptServices>) =>
  getPromptServices(...args).map(({ name }) => name)

test("puts the services of the prompt's own models first, then the one used last", () => {
  expect(namesFor('Text', [], '')).toEqual(['ChatGPT', 'Claude', 'Perplexity', 'Mistral', 'Grok'])
  expect(namesFor('Text', ['llama', 'claude'], 'Grok')).toEqual([
    'Claude',
    'Grok',
    'ChatGPT',
    'Perplexity',
    'Mistral',
  ])
  expect(namesFor('Code', ['claude-code', 'gpt-4-for-coding'], '').slice(0, 2)).toEqual(['Claude', 'ChatGPT'])
})

test('has services that fit each type only, and knows their models', () => {
  for (const type of postTypes) expect(namesFor(type, [], '').length).toBeGreaterThan(1)
  expect(namesFor('Image', [], 'Claude')).not.toContain('Claude')
  expect(promptServices.flatMap(({ models }) => models).filter((id) => !modelIds.includes(id))).toEqual([])
})

test('links to the start page of a service that accepts no prompt in a link', () => {
  const [suno] = getPromptServices('Audio', [], '')
  expect(suno && getPromptServiceLink(suno, 'Rain')).toEqual({ href: 'https://suno.com/create', fits: false })
})
