import { describe, expect, it } from 'vitest'
import { faultOf, tidyAnswer } from './check-answer.ts'

const asked = { prompt: `Poem about \${city}`, type: null, models: [] }
const secret = '0123456789abcdef0123456789abcdef'
const marks = [`<<<PROMPT ${secret}>>>`, `<<<END PROMPT ${secret}>>>`]
const tidy = (answer: string, prompt = asked.prompt) => tidyAnswer(answer, marks, { ...asked, prompt })

describe('An answer', () => {
  it.each([
    ['a greeting', 'Sure! Here is the optimized prompt:\n\nWrite it', 'Write it'],
    ['a title', 'Optimized prompt:\nWrite it', 'Write it'],
    ['politeness', 'Certainly!\nWrite it', 'Write it'],
    ['a fence', '```markdown\nWrite it\n```', 'Write it'],
    ['a greeting before a fence', "Here's your improved prompt:\n```\nWrite it\n```", 'Write it'],
    ['marks', `${marks[0]}\nWrite it\n${marks[1]}`, 'Write it'],
    ['control characters', 'Write\u0000 it', 'Write it'],
  ])('is freed of %s', (_, answer, text) => {
    expect(tidy(answer)).toBe(text)
  })

  it.each([
    ['two fenced blocks', '```\na\n```\nthen\n```\nb\n```'],
    ['a first line that only looks like a greeting', 'Here is what matters: write well\nand short'],
    ['one line', 'Sure you can: write it'],
  ])('keeps %s', (_, answer) => {
    expect(tidy(answer)).toBe(answer)
  })

  it('keeps the fence that the prompt had', () => {
    expect(tidy('```js\na()\n```', '```js\nb()\n```')).toBe('```js\na()\n```')
  })

  it.each([
    ['empty', '', /empty/],
    ['over 20,000 characters', `\${city} ${'𝒳'.repeat(20_000)}`, /longer than 20000/],
    ['with the secret in it', `\${city} ${secret}`, /marks/],
    ['without a variable', 'Poem about Rome', /missing: \$\{city\}/],
  ])('is at fault when it is %s', (_, text, fault) => {
    expect(faultOf(text, secret, asked)).toMatch(fault)
  })

  it('is without fault at 20,000 characters with every variable', () => {
    expect(faultOf(`\${city}${'𝒳'.repeat(20_000 - 7)}`, secret, asked)).toBeNull()
  })
})
