import { expect, it } from 'vitest'
import {
  findWritingKind,
  isConversation,
  isCreationRequest,
  isObjectOneOf,
  parseRequest,
} from './parse-request.ts'

it.each([
  ['Please write me a short poem about rain', 'write', ' short poem ', 'about', false],
  ['Hi, could you please draw two red foxes?', 'draw', ' red foxes ', '', false],
  ['I need a logo for my bakery', 'give', ' logo ', 'for', false],
  ["I'd like 3 slogans", 'give', ' slogans ', '', false],
  ['I’d like a poem', 'give', ' poem ', '', false],
  ['I’d like you to write a poem', 'write', ' poem ', '', false],
  ['I would like a poem', 'give', ' poem ', '', false],
  ['I want some ideas', 'give', ' ideas ', '', false],
  ['a photo of a lighthouse', '', ' photo ', 'of', true],
  ['12 haikus, no rhymes', '', ' haikus ', '', true],
  ['Explain soap to children', 'explain', ' explain soap ', 'to', true],
  ['Plan a trip', 'plan', ' plan ', 'a', true],
  ['Plan 3 trips', 'plan', ' plan 3 trips ', '', true],
  ['Plan B', '', ' plan b ', '', true],
  ['Edit: this text', '', ' edit ', '', true],
  ['Write a poem. Then a song', 'write', ' poem ', '', false],
  ['Write about rain', 'write', '', 'about', false],
  ['Write one two three four five six seven eight nine ten words', 'write', ' words ', '', false],
  ['Write w w w w w w w w w', 'write', ' w w w w w w w w w ', '', false],
  ['Write w w w w w w w w w w', 'write', '', '', false],
  ['', '', '', '', true],
])('parses the request %j', (sentence, verb, object, nextWord, hasNoVerb) => {
  expect(parseRequest(sentence)).toEqual({ verb, object, nextWord, hasNoVerb })
})

it('reads the beginning of a long sentence only', () => {
  expect(parseRequest(`${' '.repeat(400)}Write a poem`).verb).toBe('')
  expect(parseRequest(`Write a ${'p'.repeat(400)}`).object).toBe(` ${'p'.repeat(292)} `)
})

it.each([
  ['Write a haiku', true],
  ['a haiku', true],
  ['Haiku about rain', true],
  ['Explain haikus', false],
])('says whether %j asks for its object to be created', (sentence, expected) => {
  const request = parseRequest(sentence)
  // A request without a verb begins with its object.
  expect(isCreationRequest(request)).toBe(expected || request.object.startsWith(` ${request.verb} `))
})

it('compares the head noun of the object', () => {
  expect(isObjectOneOf(parseRequest('Write a short poem'), ['song', 'poem'])).toBe(true)
  expect(isObjectOneOf(parseRequest('Write a poem generator'), ['song', 'poem'])).toBe(false)
})

it('finds the kind of writing by a verb or by what is to be created', () => {
  expect(findWritingKind(parseRequest('Write a newsletter'))).toBeDefined()
  expect(findWritingKind(parseRequest('Write a function'))).toBeUndefined()
})

it('recognizes conversations in any notation', () => {
  expect(isConversation("Let's role-play: I will type commands")).toBe(true)
  expect(isConversation('Write a poem')).toBe(false)
})
