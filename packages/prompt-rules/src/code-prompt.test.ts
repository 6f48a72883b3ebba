import { expect, it } from 'vitest'
import { optimizeCodePrompt } from './code-prompt.ts'

const blanksOf = (prompt: string) =>
  [...optimizeCodePrompt(prompt, false).matchAll(/\$\{(\w+):/g)].map(([, name]) => name)

it.each([
  ['Write a function', ['language', 'inputs_and_outputs', 'edge_cases', 'tests', 'answer_format']],
  [
    'You are a tester. Write a function',
    ['language', 'inputs_and_outputs', 'edge_cases', 'tests', 'answer_format'],
  ],
  ['Write a landing page', ['language', 'answer_format']],
  ['Refactor the login', ['language', 'answer_format']],
  ['Write a function in Rust with tests', ['inputs_and_outputs', 'edge_cases', 'answer_format']],
  ['Write a function, no code', ['answer_format']],
  ['Write a poem about a function', ['answer_format']],
  ['Analyze this function', ['answer_format']],
  ['Analyze function', ['answer_format']],
  ['Sort the functions', ['answer_format']],
  ['Plan a party. Then write a function', ['answer_format']],
  ['I will type commands. Fix them', []],
])('gets of %j the blanks that suit the request', (prompt, blanks) => {
  expect(blanksOf(prompt)).toEqual(blanks)
})

it.each([
  ['Write a function', true],
  ['Write a landing page', true],
  ['As an expert, write a function', false],
  ['Explain the function', false],
  ['Regex, die mit einer Ziffer und einem Punkt beginnt', false],
])('starts with a role if a request in English asks for code: %j', (prompt, hasRole) => {
  expect(
    optimizeCodePrompt(prompt, false).startsWith('You are an experienced software engineer.\n\n## Task\n'),
  ).toBe(hasRole)
})

it('puts each blank under the heading that it belongs to', () => {
  expect(optimizeCodePrompt('Write a function', false)).toBe(`You are an experienced software engineer.

## Task
Write a function

## Context
- Language and version: \${language:|Python 3|TypeScript|Java|C#}
- Inputs and outputs: \${inputs_and_outputs:|arguments and a return value|standard input and output|files}

## Requirements
- Edge cases: \${edge_cases:|empty input|invalid input|very large input}
- Tests: \${tests:|unit tests|one example of use|none}

## Output
- Form of the answer: \${answer_format:|the result only|with comments|with a short explanation}`)
})

it('gets blanks in its own language only', () => {
  expect(optimizeCodePrompt('App, die mit einer Karte und einem Kalender arbeitet', false)).toBe(`## Aufgabe
App, die mit einer Karte und einem Kalender arbeitet

## Ausgabe
- Form der Antwort: \${antwortform:|nur das Ergebnis|mit Kommentaren|mit kurzer Erklärung}`)
})

it("keeps the author's layout and appends the blanks if the request asks for code", () => {
  const list = ':\n- one\n- two'
  expect(
    optimizeCodePrompt(`Write a landing page${list}`, false),
  ).toBe(`You are an experienced software engineer.

Write a landing page${list}

## Further details
- Language and version: \${language:|Python 3|TypeScript|Java|C#}
- Form of the answer: \${answer_format:|the result only|with comments|with a short explanation}`)
  expect(optimizeCodePrompt(`Compare${list}`, false)).toBe(`Compare${list}`)
})

it('adds keys to JSON', () => {
  expect(optimizeCodePrompt('{"task": "sort"}', false)).toBe(
    `{"task": "sort",\n  "answer_format": "\${answer_format:|the result only|with comments|with a short explanation}"\n}`,
  )
})
