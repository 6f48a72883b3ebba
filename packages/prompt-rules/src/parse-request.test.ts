import { expect, it } from 'vitest'
import { findWritingKind, isConversation, isObjectOneOf, parseRequest } from './parse-request.ts'

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
  ['Plan B2', '', ' plan b2 ', '', true],
  ['Draw 3d mp3 players', 'draw', ' 3d mp3 players ', '', false],
  ['mp3 player, 2 colours', 'mp3', ' mp3 player ', '', true],
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

it('compares the head noun of the object', () => {
  expect(isObjectOneOf(parseRequest('Write a short poem'), ['song', 'poem'])).toBe(true)
  expect(isObjectOneOf(parseRequest('Write a poem generator'), ['song', 'poem'])).toBe(false)
})

it.each([
  ['Write a newsletter', 'an experienced writer of letters and emails'],
  ['Haiku about rain', 'a poet'],
  ['Teach haikus to children', 'a teacher who explains clearly'],
  ['Write a function', undefined],
])('finds the kind of writing by the verb of %j or else by its object', (sentence, role) => {
  expect(findWritingKind(parseRequest(sentence))?.role).toBe(role)
})

it('recognizes conversations in any notation', () => {
  expect(isConversation("Let's role-play: I will type commands")).toBe(true)
  expect(isConversation('Write a poem')).toBe(false)
})
