import { describe, expect, it } from 'vitest'
import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import { lostFacts } from '#features/optimizer/server/built-in/lost-facts.ts'
import { optimizeByRules } from '#features/optimizer/server/built-in/optimize-by-rules.ts'
import { refineByRules } from '#features/optimizer/server/built-in/refine-by-rules.ts'
import { wishesFor } from '#features/optimizer/web/wishes.ts'

const PROMPTS: Record<PostType, string> = {
  Text: 'Write an essay about bees',
  Code: 'Write a function that merges two lists',
  Image: 'a red fox',
  Video: 'a fox crosses a street',
  Audio: 'a folk song about a fox',
}

const blanksIn = (text: string): string[] => text.match(/\$\{[^{}\n]+\}/g) ?? []

describe('A suggested wish', () => {
  it.each(postTypes.flatMap((type) => wishesFor(type, []).map((wish) => ({ type, wish }))))(
    'is a whole sentence that the built-in rules carry out: $wish',
    ({ type, wish }) => {
      expect(wish).toMatch(/^[A-Z].* .*\.$/)
      const asked = { prompt: PROMPTS[type], type, models: [] }
      const text = optimizeByRules(asked)
      const refined = refineByRules(asked, { text, instruction: wish })
      expect(refined).toContain(wish)
      expect(lostFacts(PROMPTS[type], refined)).toEqual([])
      // No blank is left that asks for what the wish has answered.
      expect(blanksIn(refined).length).toBeLessThanOrEqual(blanksIn(text).length)
    },
  )

  it('fits the first model where no type is chosen, and text where neither is', () => {
    expect(wishesFor(null, ['suno'])).toBe(wishesFor('Audio', []))
    expect(wishesFor(null, [])).toBe(wishesFor('Text', []))
  })
})
