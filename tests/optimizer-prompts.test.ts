import { diffWordsWithSpace } from 'diff'
import { describe, expect, it } from 'vitest'
import {
  fingerprintResult,
  judgedPrompts,
  optimizeJudgedPrompt,
  promptVerdicts,
} from '../bench/optimizer-prompts.ts'

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Returns the text that the rules added to a prompt. */
const addedTo = (prompt: string, result: string): string =>
  diffWordsWithSpace(prompt, result)
    .filter(({ added }) => added)
    .map(({ value }) => value)
    .join(' ')

const NEGATED =
  /(?:\bno|\bnot|\bwithout|don't|\bnever|\bohne|\bsans|\bsin|\bno uses)\s+((?:[\p{L}'-]+\s*){1,4})/giu
const SMALL = new Set(
  words('or and the a an of any than once more in as just on it up to is be with write do'),
)

function words(list: string): string[] {
  return list.split(' ')
}

/** Returns the nouns that a prompt excludes. */
const negatedIn = (prompt: string): string[] =>
  [...prompt.matchAll(NEGATED)]
    .flatMap(([, phrase = '']) => wordsOf(phrase.toLowerCase()))
    .filter((word) => word.length > 3 && !SMALL.has(word))

describe('the hundred prompts that judge the built-in optimizer', () => {
  it('are all different and cover every type as well as no type', () => {
    expect(judgedPrompts).toHaveLength(100)
    expect(new Set(judgedPrompts.map((input) => JSON.stringify(input))).size).toBe(100)
    expect(new Set(judgedPrompts.map(({ type }) => type)).size).toBe(6)
  })

  it.each(judgedPrompts)('keep every word in its order: $prompt', (input) => {
    const result = wordsOf(optimizeJudgedPrompt(input))
    let at = 0
    const lost = wordsOf(input.prompt).filter((word) => {
      const found = result.indexOf(word, at)
      if (found < 0) return true
      at = found + 1
      return false
    })
    expect(lost).toEqual([])
  })

  it.each(judgedPrompts)('do not change when optimized again: $prompt', (input) => {
    const result = optimizeJudgedPrompt(input)
    expect(optimizeJudgedPrompt({ ...input, prompt: result })).toBe(result)
  })

  it.each(judgedPrompts)(
    'get no role from outside their chosen type: $prompt',
    ({ type, models, prompt }) => {
      const role =
        /You are [^.\n]+\./.exec(addedTo(prompt, optimizeJudgedPrompt({ type, models, prompt })))?.[0] ?? ''
      if (type === 'Text') expect(role).not.toMatch(/engineer|developer|photographer|composer/)
      if (type === 'Code') expect(role).toMatch(/^$|engineer/)
      if (type === 'Image' || type === 'Video' || type === 'Audio') expect(role).toBe('')
    },
  )

  it.each(judgedPrompts)('do not get requirements that they rule out: $prompt', (input) => {
    const added = wordsOf(addedTo(input.prompt, optimizeJudgedPrompt(input)).toLowerCase())
    expect(negatedIn(input.prompt).filter((word) => added.includes(word))).toEqual([])
  })

  it('have verdicts for their current results, at least 97 of which pass in each of three readings', () => {
    // A changed result must be judged again: `npm run judge` prints it.
    expect(judgedPrompts.map((input) => fingerprintResult(optimizeJudgedPrompt(input)))).toEqual(
      promptVerdicts.map(({ result }) => result),
    )
    for (const reading of [0, 1, 2])
      expect(promptVerdicts.filter(({ passes }) => passes[reading]).length).toBeGreaterThanOrEqual(97)
  })
})
