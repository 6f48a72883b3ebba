import { findLostFacts, optimizeByRules, refineByRules } from '@prompt-collection/prompt-rules'
import { describe, expect, it } from 'vitest'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { getOptimizerSuggestions } from './suggestions.ts'

const PROMPTS: Record<PostType, string> = {
  Text: 'Write an essay about bees',
  Code: 'Write a function that merges two lists',
  Image: 'a red fox',
  Video: 'a fox crosses a street',
  Audio: 'a folk song about a fox',
}

const blanksIn = (text: string): string[] => text.match(/\$\{[^{}\n]+\}/g) ?? []

describe('A suggested instruction', () => {
  it.each(
    postTypes.flatMap((type) =>
      getOptimizerSuggestions(type, []).map((suggestion) => ({ type, suggestion })),
    ),
  )('is a complete sentence that the built-in optimizer applies: $suggestion', ({ type, suggestion }) => {
    expect(suggestion).toMatch(/^[A-Z].* .*\.$/)
    const input = { prompt: PROMPTS[type], type, models: [] }
    const text = optimizeByRules(input)
    const refined = refineByRules(input, { text, instruction: suggestion })
    expect(refined).toContain(suggestion)
    expect(findLostFacts(PROMPTS[type], refined)).toEqual([])
    // The refinement fills in an existing blank, so it adds none.
    expect(blanksIn(refined).length).toBeLessThanOrEqual(blanksIn(text).length)
  })

  it('suits the first model if no type is chosen, and text if neither is chosen', () => {
    expect(getOptimizerSuggestions(null, ['suno'])).toBe(getOptimizerSuggestions('Audio', []))
    expect(getOptimizerSuggestions(null, [])).toBe(getOptimizerSuggestions('Text', []))
  })
})
