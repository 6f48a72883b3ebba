import { expect, test } from 'vitest'
import { promptLink, promptServices } from './OpenInMenu.tsx'

const [chatgpt] = promptServices
if (!chatgpt) throw new Error('There is no service')

test('encodes any prompt into the link', () => {
  expect(promptLink(chatgpt, 'a & b\n?#+ü')).toEqual({
    href: 'https://chatgpt.com/?q=a%20%26%20b%0A%3F%23%2B%C3%BC',
    fits: true,
  })
})

test('links to the start page if the prompt is too long for a link', () => {
  expect(promptLink(chatgpt, 'a'.repeat(6_001))).toEqual({ href: 'https://chatgpt.com/', fits: false })
})

test('accepts a lone surrogate', () => {
  expect(promptLink(chatgpt, 'x\ud800').fits).toBe(true)
})
