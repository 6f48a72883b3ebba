import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelIds, postTypes } from '#features/catalogue/contract.ts'
import { lostFacts } from './lost-facts.ts'
import { type ForRules, optimizeByRules } from './optimize-by-rules.ts'
import { refineByRules } from './refine-by-rules.ts'

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
const asked: fc.Arbitrary<ForRules> = fc.record({
  prompt: texts,
  type: fc.constantFrom(null, ...postTypes),
  models: fc.array(fc.constantFrom(...modelIds), { maxLength: 2 }),
})

describe('Whatever the text', () => {
  it('every word, number, link, quotation and variable of it stays', () => {
    fc.assert(
      fc.property(asked, (given) => {
        expect(lostFacts(given.prompt, optimizeByRules(given))).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })

  it('its result is the same each time, and optimized again changes nothing', () => {
    fc.assert(
      fc.property(asked, (given) => {
        const made = optimizeByRules(given)
        expect(optimizeByRules(given)).toBe(made)
        expect(optimizeByRules({ ...given, prompt: made })).toBe(made)
      }),
      { numRuns: 1_500 },
    )
  })

  it('it can be refined, and nothing of the original is lost', () => {
    const wishes = fc.oneof(fc.constantFrom('Make it shorter', 'start over', 'Add a table'), texts)
    fc.assert(
      fc.property(asked, wishes, (given, instruction) => {
        const text = optimizeByRules(given)
        expect(lostFacts(given.prompt, refineByRules(given, { text, instruction }))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('it takes little time, also where it is made to take much', () => {
    const long = [
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
    const times: number[] = []
    for (const prompt of long) {
      for (const type of postTypes) {
        const began = performance.now()
        optimizeByRules({ prompt, type, models: type === 'Image' ? ['stable-diffusion'] : [] })
        times.push(performance.now() - began)
      }
    }
    times.sort((a, b) => a - b)
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(20)
    // One slow moment of the machine is no fault of the rules.
    expect(times.at(-2)).toBeLessThan(200)
  })
})
