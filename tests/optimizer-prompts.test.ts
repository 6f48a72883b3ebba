import { diffWordsWithSpace } from 'diff'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, judgedPrompts, resultOf, verdicts } from '../bench/optimizer-prompts.ts'

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** What the rules added to a prompt. */
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

/** The nouns that a prompt says it does not want. */
const negatedIn = (prompt: string): string[] =>
  [...prompt.matchAll(NEGATED)]
    .flatMap(([, phrase = '']) => wordsOf(phrase.toLowerCase()))
    .filter((word) => word.length > 3 && !SMALL.has(word))

describe('The hundred prompts that the built-in optimizer is judged by', () => {
  it('are a hundred, of every type and of none, and all different', () => {
    expect(judgedPrompts).toHaveLength(100)
    expect(new Set(judgedPrompts.map((given) => JSON.stringify(given))).size).toBe(100)
    expect(new Set(judgedPrompts.map(({ type }) => type)).size).toBe(6)
  })

  it.each(judgedPrompts)('keep every word in its order: $prompt', (given) => {
    const made = wordsOf(resultOf(given))
    let at = 0
    const lost = wordsOf(given.prompt).filter((word) => {
      const found = made.indexOf(word, at)
      if (found < 0) return true
      at = found + 1
      return false
    })
    expect(lost).toEqual([])
  })

  it.each(judgedPrompts)('change no more when they are optimized again: $prompt', (given) => {
    const made = resultOf(given)
    expect(resultOf({ ...given, prompt: made })).toBe(made)
  })

  it.each(judgedPrompts)(
    'get no role from outside their chosen type: $prompt',
    ({ type, models, prompt }) => {
      const role = /You are [^.\n]+\./.exec(addedTo(prompt, resultOf({ type, models, prompt })))?.[0] ?? ''
      if (type === 'Text') expect(role).not.toMatch(/engineer|developer|photographer|composer/)
      if (type === 'Code') expect(role).toMatch(/^$|engineer/)
      if (type === 'Image' || type === 'Video' || type === 'Audio') expect(role).toBe('')
    },
  )

  it.each(judgedPrompts)('are not asked for what they rule out: $prompt', (given) => {
    const added = wordsOf(addedTo(given.prompt, resultOf(given)).toLowerCase())
    expect(negatedIn(given.prompt).filter((word) => added.includes(word))).toEqual([])
  })

  it('have been judged as they are now, and at least 97 pass in every reading', () => {
    // A result that has changed since must be judged anew: `npm run judge` prints it.
    expect(judgedPrompts.map((given) => fingerprintOf(resultOf(given)))).toEqual(
      verdicts.map(({ result }) => result),
    )
    for (const reading of [0, 1, 2])
      expect(verdicts.filter(({ passes }) => passes[reading]).length).toBeGreaterThanOrEqual(97)
  })
})
