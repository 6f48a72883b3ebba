import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import { appendSlugSuffix, buildSeoSlug, modelNameToId, slugToTitle, toTopicSlug } from './slugs.ts'
import { countCharacters } from './text.ts'

describe('The slug of a topic', () => {
  it.each([
    ['Machine Learning', 'machine-learning'],
    ['  Food \t &  drink ', 'food-&-drink'],
    ['C++', 'c++'],
  ])('of %j is %j', (name, slug) => {
    expect(toTopicSlug(name)).toBe(slug)
  })

  it.each([
    ['machine-learning', 'Machine Learning'],
    ['a-b--c', 'A B  C'],
    ['élan-vital', 'Élan Vital'],
    ['', ''],
  ])('%j is shown as %j', (slug, title) => {
    expect(slugToTitle(slug)).toBe(title)
  })
})

describe('The slug of a post', () => {
  it.each([
    ['What’s new in C++?', 'whats-new-in-c'],
    ["Don't panic!", 'dont-panic'],
    ['  --Hello,   World--  ', 'hello-world'],
    ['Über ﬁne ＡＢＣ', 'über-fine-abc'],
    ['日本語の詩', '日本語の詩'],
    ['İSTANBUL İçin', 'istanbul-için'],
    ['I\u0307\u0307stanbul', 'istanbul'],
    ['half\u00ADwidth zero\u200Bwidth\u200F', 'halfwidth-zerowidth'],
    ['می\u200Cخواهم', 'میخواهم'],
    ['हिन्दी', 'हिन्दी'],
    ['❤️ Love 👩‍💻', 'love'],
    ['???', 'text'],
    ['', 'text'],
  ])('of %j is %j', (title, slug) => {
    expect(buildSeoSlug(title, 'Text')).toBe(slug)
  })

  it('has at most 80 characters and no hyphen at its end', () => {
    expect(limits.slug).toBe(80)
    expect(buildSeoSlug('a'.repeat(79), 'Text')).toHaveLength(79)
    expect(buildSeoSlug('a'.repeat(90), 'Text')).toHaveLength(80)
    expect(buildSeoSlug(`${'a'.repeat(79)} bc`, 'Text')).toBe('a'.repeat(79))
  })

  it('keeps its suffix within 80 characters', () => {
    expect(appendSlugSuffix('hello', 'x1')).toBe('hello-x1')
    expect(appendSlugSuffix('hello-world', 'x1')).toBe('hello-world-x1')
    expect(appendSlugSuffix('a'.repeat(80), 'x1')).toBe(`${'a'.repeat(77)}-x1`)
    expect(appendSlugSuffix(`${'a'.repeat(76)}-bcd`, 'x1')).toBe(`${'a'.repeat(76)}-x1`)
    expect(countCharacters(appendSlugSuffix('語'.repeat(80), 'x1'))).toBe(80)
  })
})

it.each([
  ['Play.ht', 'play-ht'],
  ['  GPT 5 (mini) ', 'gpt-5-mini'],
  ['DALL·E 3', 'dall-e-3'],
])('the id of the model %j is %j', (name, id) => {
  expect(modelNameToId(name)).toBe(id)
})
