import { describe, expect, it } from 'vitest'
import { cleanResponse, validateResponse } from './validate-response.ts'

const input = { prompt: `Poem about \${city}`, type: null, models: [] }
const secret = '0123456789abcdef0123456789abcdef'
const delimiters = [`<<<PROMPT ${secret}>>>`, `<<<END PROMPT ${secret}>>>`]
const clean = (response: string, prompt = input.prompt) =>
  cleanResponse(response, delimiters, { ...input, prompt })

describe('A response', () => {
  it.each([
    ['a greeting', 'Sure! Here is the optimized prompt:\n\nWrite it', 'Write it'],
    ['a title', 'Optimized prompt:\nWrite it', 'Write it'],
    ['politeness', 'Certainly!\nWrite it', 'Write it'],
    ['a fence', '```markdown\nWrite it\n```', 'Write it'],
    ['a greeting before a fence', "Here's your improved prompt:\n```\nWrite it\n```", 'Write it'],
    ['delimiters', `${delimiters[0]}\nWrite it\n${delimiters[1]}`, 'Write it'],
    ['control characters', 'Write\u0000 it', 'Write it'],
  ])('is stripped of %s', (_, response, text) => {
    expect(clean(response)).toBe(text)
  })

  it.each([
    ['two fenced blocks', '```\na\n```\nthen\n```\nb\n```'],
    ['a first line that only looks like a greeting', 'Here is what matters: write well\nand short'],
    ['one line', 'Sure you can: write it'],
  ])('keeps %s', (_, response) => {
    expect(clean(response)).toBe(response)
  })

  it('keeps a code fence that belongs to the prompt', () => {
    expect(clean('```js\na()\n```', '```js\nb()\n```')).toBe('```js\na()\n```')
  })

  it.each([
    ['empty', '', /empty/],
    ['over 20,000 characters', `\${city} ${'𝒳'.repeat(20_000)}`, /longer than 20000/],
    ['with the secret in it', `\${city} ${secret}`, /marks/],
    ['without a blank of the prompt', 'Poem about Rome', /missing: \$\{city\}/],
  ])('is invalid if it is %s', (_, text, reason) => {
    expect(validateResponse(text, secret, input)).toMatch(reason)
  })

  it('is valid at 20,000 characters with every blank', () => {
    expect(validateResponse(`\${city}${'𝒳'.repeat(20_000 - 7)}`, secret, input)).toBeNull()
  })
})
