import { expect, it } from 'vitest'
import { joinSentences, splitIntoSections } from './sections.ts'

/** Returns the sentences of each section. */
const sectionsOf = (text: string, isOneTask?: boolean) =>
  splitIntoSections(text, isOneTask).map(({ kind, sentences }) => [
    kind,
    ...sentences.map((each) => each.text),
  ])

it('gives each kind of sentence a section of its own', () => {
  expect(
    sectionsOf(
      'You are a chemist. Explain soap. Never use jargon. Answer in a table. My first question is about lye.',
    ),
  ).toEqual([
    ['role', 'You are a chemist.'],
    ['task', 'Explain soap.'],
    ['requirements', 'Never use jargon.'],
    ['output', 'Answer in a table.'],
    ['input', 'My first question is about lye.'],
  ])
})

it.each([
  ['a continuing sentence to the previous one', 'Never use jargon. It confuses people.', 'requirements'],
  ['everything after the input to the input', 'My first question is about lye. Never mind.', 'input'],
  ['an introduction of the input to the input', 'My first question is this: What is lye?', 'input'],
])('counts %s', (_, text, kind) => {
  expect(sectionsOf(`If it rains, explain soap. ${text}`)).toEqual([
    ['task', 'If it rains, explain soap.'],
    [kind, ...text.split(/(?<=[.?]) /)].filter((each) => each !== ''),
  ])
})

it.each([
  ['a role is stated later', 'Explain soap. You are a chemist.'],
  ['a requirement comes first', 'Never explain soap. Describe lye.'],
  ['nothing is left as the task', 'You are a chemist. Never use jargon.'],
  ['sentences would have to be moved', 'Explain soap. Never use jargon. Mention lye.'],
  ['other text follows', 'Summarize the following. Never use jargon.'],
  ['other text is mentioned later', 'Explain soap. Read the text below. Never use jargon.'],
  ['other text is introduced with a colon', 'Translate: You are late. Never use jargon.'],
  ['a quotation mark is missing', 'Explain "soap.\nNever use jargon.'],
])('leaves the prompt one task if %s', (_, text) => {
  expect(splitIntoSections(text)).toMatchObject([{ kind: 'task' }])
})

it('leaves the prompt one task if its request works on a text', () => {
  const text = 'Explain soap. Never use jargon.'
  expect(sectionsOf(text)).toHaveLength(2)
  expect(sectionsOf(text, true)).toEqual([['task', 'Explain soap.', 'Never use jargon.']])
})

it.each([
  [
    'at the ends of sentences',
    'One! Two?  “Three.” 4 (five.) Six',
    ['One!', 'Two?', '“Three.”', '4 (five.)', 'Six'],
  ],
  ['at ends of lines', 'One  \ntwo\n\nthree\n', ['One', 'two', 'three']],
  ['without spaces in Chinese and Japanese', '晴れ。雨！雪？風', ['晴れ。', '雨！', '雪？', '風']],
  [
    'after a quotation that ends a sentence',
    'He said "Stop." Then he left.',
    ['He said "Stop."', 'Then he left.'],
  ],
  [
    'not in the middle of a sentence',
    'Wait... and see v2.0 Now and "it" Now.',
    ['Wait... and see v2.0 Now and "it" Now.'],
  ],
  [
    'not after abbreviations',
    'Dr. Who met (e.g. Tom) Mrs. Smith. Two',
    ['Dr. Who met (e.g. Tom) Mrs. Smith.', 'Two'],
  ],
  ['despite an abbreviation at the end', 'One. Two etc.', ['One.', 'Two etc.']],
  ['not in quotations', 'Say "No. Never." or “Yes. Now.” twice', ['Say "No. Never." or “Yes. Now.” twice']],
  ['not in brackets', 'a) One (two. Three) four. Five', ['a) One (two. Three) four.', 'Five']],
  [
    'after brackets without an end, on the next line',
    'One (two\nThree. Four',
    ['One (two', 'Three.', 'Four'],
  ],
  [
    'after quotations without an end, on the next line',
    'One "two\nThree. Four',
    ['One "two', 'Three.', 'Four'],
  ],
])('splits sentences %s', (_, text, sentences) => {
  expect(sectionsOf(text, true)).toEqual([['task', ...sentences]])
})

it.each([
  ['One. Two', 'One. Two'],
  ['One.  Two', 'One. Two'],
  ['One. \n\n  Two', 'One.\n\nTwo'],
  ['晴れ。雨。', '晴れ。雨。'],
  ['晴れ。 雨。', '晴れ。 雨。'],
])('joins the sentences of %j with the author’s line breaks and spaces', (text, joined) => {
  expect(splitIntoSections(text, true).map(({ sentences }) => joinSentences(sentences))).toEqual([joined])
})
