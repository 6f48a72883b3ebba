import { expect, it } from 'vitest'
import { inferPromptType } from './infer-type.ts'

it.each([
  ['Draw a picture of a fox', 'Image'],
  ['a photo of a lighthouse', 'Image'],
  ['the image of women in film', null],
  [' The image of women in film', null],
  ['a photo of the sea', 'Image'],
  ['a picture is worth a thousand words', null],
  ['a picture for an essay', null],
  ['Create a video about foxes', 'Video'],
  ['Compose a melody', 'Audio'],
  ['a jingle for a bakery', 'Audio'],
  ['Debug this', 'Code'],
  ['Refactor it', 'Code'],
  ['Write a function', null],
  ['Write a python function', 'Code'],
  ['Write a poem in python', null],
  ['Write a C++ function', 'Code'],
  ['a class for fractions in c#', 'Code'],
  ['Write a C function', null],
  [`Write a function. ${'x'.repeat(200)} python`, null],
  ['Write a newsletter', null],
])('infers of %j the type %s', (prompt, type) => {
  expect(inferPromptType(null, prompt)).toBe(type)
  expect(inferPromptType('Text', prompt)).toBe('Text')
})
