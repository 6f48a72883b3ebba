import { describe, expect, it } from 'vitest'
import { generatePostDescription, generatePostTitle } from './ResultActions.tsx'

describe('A saved optimized prompt', () => {
  it.each([
    ['Text', 'Text Generation: Write a poem'],
    ['Code', 'Code Assistant: Write a poem'],
    ['Image', 'Image Generation: Write a poem'],
    ['Video', 'Video Creation: Write a poem'],
    ['Audio', 'Audio Generation: Write a poem'],
    [null, 'AI Prompt: Write a poem'],
  ] as const)('of type %s is titled %s', (type, title) => {
    expect(generatePostTitle(type, 'Write a poem')).toBe(title)
  })

  it('is titled with its first ten words, in at most 100 characters', () => {
    expect(generatePostTitle('Text', 'one two\nthree four five six seven eight nine ten eleven')).toBe(
      'Text Generation: one two three four five six seven eight nine ten',
    )
    const long = generatePostTitle('Text', '𝒳'.repeat(200))
    expect([...long]).toHaveLength(100)
    expect(long.endsWith('𝒳...')).toBe(true)
    expect(generatePostTitle(null, 'x'.repeat(89))).toBe(`AI Prompt: ${'x'.repeat(89)}`)
  })

  it('is described with its type and models', () => {
    expect(generatePostDescription('Image', ['midjourney', 'flux'])).toBe(
      'Optimized AI prompt for Image tasks targeting Midjourney, Flux. It was generated using an AI optimization.',
    )
    expect(generatePostDescription(null, [])).toBe(
      'Optimized AI prompt for general tasks. It was generated using an AI optimization.',
    )
  })
})
