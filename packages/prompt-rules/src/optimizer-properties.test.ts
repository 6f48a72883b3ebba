import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLostFacts } from './lost-facts.ts'
import { optimizeByRules, type RulesInput } from './optimize-by-rules.ts'
import { promptTypes } from './prompt-type.ts'
import { refineByRules } from './refine-by-rules.ts'

const models = [
  'chatgpt',
  'claude',
  'midjourney',
  'stable-diffusion',
  'veo',
  'suno',
  'stable-audio',
  'elevenlabs',
  'gemini',
]

const PIECES = [
  `Write a poem about \${city:Rome}.`,
  'You are a nurse.',
  'Act as a pirate',
  'Do not use jargon.',
  'Reply with JSON only.',
  'My first question is "how are you? I am fine. You?"',
  '{{name}}',
  '[PLACEHOLDER]',
  'See https://example.org/a?b=1&c=2.',
  'At most 3.5 kg, 12:30, 1,000 words.',
  '“Quoted text. With two sentences.”',
  '## Task',
  '<task>',
  '</task>',
  '- a point',
  '1. first',
  '```js\nconst a = 1\n```',
  '{"a": 1}',
  '--ar 16:9',
  'Negative prompt: blur',
  '[Chorus]',
  'Schreibe über das Meer.',
  'Voici les règles.',
  '写一首诗。不要太长。',
  'اكتب قصيدة',
  '🌊🌊',
  '"',
  '$',
  '\n\n',
  '\n',
  'a photo of',
]

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 30 })), { maxLength: 20 })
    .map((parts) => parts.join('')),
)
const inputs: fc.Arbitrary<RulesInput> = fc.record({
  prompt: texts,
  type: fc.constantFrom(null, ...promptTypes),
  models: fc.array(fc.constantFrom(...models), { maxLength: 2 }),
})

describe('The built-in optimizer, for arbitrary texts', () => {
  it('keeps every word, number, link, quotation and blank', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(findLostFacts(input.prompt, optimizeByRules(input))).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })

  it('is deterministic and idempotent', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = optimizeByRules(input)
        expect(optimizeByRules(input)).toBe(result)
        expect(optimizeByRules({ ...input, prompt: result })).toBe(result)
      }),
      { numRuns: 1_500 },
    )
  })

  it('loses nothing from the original when a result is refined', () => {
    const instructions = fc.oneof(fc.constantFrom('Make it shorter', 'start over', 'Add a table'), texts)
    fc.assert(
      fc.property(inputs, instructions, (input, instruction) => {
        const text = optimizeByRules(input)
        expect(findLostFacts(input.prompt, refineByRules(input, { text, instruction }))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('takes little time even for adversarial input', () => {
    const adversarial = [
      'a'.repeat(5_000),
      `${' '.repeat(4_999)}a`,
      `\${`.repeat(2_500),
      '"'.repeat(5_000),
      '('.repeat(5_000),
      '<a>'.repeat(1_666),
      '</ab>'.repeat(1_000),
      '{'.repeat(5_000),
      '[1,'.repeat(1_666),
      '- x\n'.repeat(1_250),
      'A. '.repeat(1_666),
      '. '.repeat(2_500),
      '1 1 '.repeat(1_250),
      '--ar '.repeat(1_000),
      `${'\n'.repeat(2_500)}${'x'.repeat(2_500)}`,
      '字'.repeat(5_000),
      'Do not. '.repeat(625),
      '((((:1.1'.repeat(625),
    ]
    for (const type of promptTypes) {
      const measure = (prompt: string) => {
        const times = [1, 2, 3].map(() => {
          const before = process.cpuUsage().user
          optimizeByRules({ prompt, type, models: type === 'Image' ? ['stable-diffusion'] : [] })
          return (process.cpuUsage().user - before) / 1_000
        })
        return Math.min(...times)
      }
      const usual = Math.max(measure('Write a short poem about the sea, in two stanzas. '.repeat(100)), 1)
      for (const prompt of adversarial) expect(measure(prompt), prompt.slice(0, 20)).toBeLessThan(20 * usual)
    }
  })
})
