import {
  type BlankValues,
  fillPrompt,
  getBlankLabel,
  getBlankWords,
  getDistinctBlanks,
  splitPrompt,
  splitTruncatedPrompt,
} from '@prompt-collection/prompt-blanks'
import { expect, test } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'

const findBlanks = (prompt: string) => getDistinctBlanks(splitPrompt(prompt))
const fill = (prompt: string, filled: BlankValues) => fillPrompt(splitPrompt(prompt), filled)

test('finds blanks in all four notations, each name once and in order', () => {
  expect(
    findBlanks(
      'Act as ${role}. Reply in ${language:English}, for {{audience}} at {{level: novice}}; ${role}!',
    ),
  ).toEqual([
    { name: 'role', fallback: '' },
    { name: 'language', fallback: 'English' },
    { name: 'audience', fallback: '' },
    { name: 'level', fallback: 'novice' },
  ])
})

test('accepts spaces and letters from any script in names, and uses the first default given', () => {
  expect(findBlanks('${Team Name} ${länge} ${Team Name:Reds} {{ 主题 }}')).toEqual([
    { name: 'Team Name', fallback: 'Reds' },
    { name: 'länge', fallback: '' },
    { name: '主题', fallback: '' },
  ])
})

test('does not mistake code for blanks', () => {
  expect(findBlanks('${user.id} ${f(x)} {{#each}} {{/if}} {{{raw x}}} ${} {{}} $name {name} ${1st}')).toEqual(
    [],
  )
})

test('replaces filled blanks, uses defaults for empty ones and keeps the rest as written', () => {
  const prompt = '${a} ${b:B} {{c}} {{d: D}} ${a}'
  expect(fill(prompt, {})).toBe('${a} B {{c}} D ${a}')
  expect(fill(prompt, { a: '$& ${b}', d: 'x' })).toBe('$& ${b} B {{c}} x $& ${b}')
})

test.each(['${', '${position', '${position:Prod', '{{', '{{ position', '{{position: Prod', '{{position}'])(
  'shows the beginning of a truncated blank as a blank: %s',
  (written) => {
    expect(splitTruncatedPrompt(`Act as \${role}, a ${written}`)).toEqual([
      { written: 'Act as ' },
      { written: '${role}', blank: { name: 'role', fallback: '' } },
      { written: ', a ' },
      { written, blank: { name: '', fallback: '' } },
    ])
  },
)

test.each([
  'Act as ${role}',
  'Act as ${user.id',
  'Act as {{#each',
  'Act as {{{raw',
  '${role and\nmore',
  '$name',
])('splits a truncated prompt that does not end inside a blank like any other: %s', (prompt) => {
  expect(splitTruncatedPrompt(prompt)).toEqual(splitPrompt(prompt))
})

test('treats names of built-in object properties like any other name', () => {
  expect(fill('${constructor} ${__proto__}', {})).toBe('${constructor} ${__proto__}')
})

test('parses hostile text in linear time', () => {
  expectLinearTime((size) => findBlanks('${'.repeat(size)), 25_000)
  expectLinearTime((size) => findBlanks(`\${${'a '.repeat(size)}`), 25_000)
  expectLinearTime((size) => findBlanks('{{a:'.repeat(size)), 12_500)
  expectLinearTime((size) => splitTruncatedPrompt('${a:'.repeat(size)), 12_500)
})

test('offers choices, of which the first is the default', () => {
  const prompt = 'Be ${tone: formal | friendly}, in {{length:short|long|short}}, ${a:|only} ${tone}'
  expect(findBlanks(prompt)).toEqual([
    { name: 'tone', fallback: 'formal', choices: ['formal', 'friendly'] },
    { name: 'length', fallback: 'short', choices: ['short', 'long'] },
    { name: 'a', fallback: '|only' },
  ])
  expect(fill(prompt, { tone: 'friendly' })).toBe('Be friendly, in short, |only friendly')
})

test('splits a prompt into parts that make up the prompt again', () => {
  const prompt = '${a}${b:B} between {{a}}, and more'
  expect(splitPrompt(prompt).map(({ written }) => written)).toEqual([
    '${a}',
    '${b:B}',
    ' between ',
    '{{a}}',
    ', and more',
  ])
  expect(splitPrompt('')).toEqual([])
})

test.for([
  ['function_name', 'Function name'],
  ['functionName', 'Function name'],
  ['FUNCTION_NAME', 'Function name'],
  ['Team Name', 'Team Name'],
  ['API key', 'API key'],
  ['topic', 'Topic'],
  ['CV', 'CV'],
  ['cv', 'CV'],
  ['Cv', 'CV'],
  ['targetJob', 'Target job'],
  ['cv_language', 'CV language'],
  ['pageUrl', 'Page URL'],
  ['civic', 'Civic'],
  ['主题', '主题'],
  ['_', '_'],
])('labels %s as %s', ([name = '', label]) => {
  expect(getBlankLabel(name)).toBe(label)
})

test.for([
  ['targetJob', 'target job'],
  ['target_job', 'target job'],
  ['CV', 'CV'],
  ['myCv', 'my CV'],
  ['Team Name', 'Team Name'],
  ['Topic', 'topic'],
  ['', ''],
])('shows %s in words as %s', ([name = '', words]) => {
  expect(getBlankWords(name)).toBe(words)
})

test('shows and copies a blank after a backslash as text, without the backslash', () => {
  const prompt = 'Write \\${name} or \\{{name: x}}, and ${real}'
  expect(findBlanks(prompt)).toEqual([{ name: 'real', fallback: '' }])
  expect(fill(prompt, { real: 'R', name: 'N' })).toBe('Write ${name} or {{name: x}}, and R')
  expect(
    splitPrompt(prompt)
      .map(({ written }) => written)
      .join(''),
  ).toBe(prompt)
  expect(fill('\\\\${real} \\n \\${user.id}', { real: 'R' })).toBe('\\\\R \\n \\${user.id}')
})

test.each([
  'Run\n```js\nconst a = `${name}`\n```\nnow',
  '~~~\n{{name}}\n~~~',
  '- item\n  ```\n  ${name}\n  ```',
  '> ```\n> ${name}\n> ```',
  '````\n```\n${name}\n```\n${name}\n````',
  '```sh\n${name}\nnever closed',
  '```\r\n${name}\r\n```\r\n',
  '```\n``` not closed ```\n${name}',
])('finds no blank in a fenced code block, unless they are everywhere: %j', (prompt) => {
  expect(findBlanks(prompt)).toEqual([])
  expect(fill(prompt, { name: 'N' })).toBe(prompt)
  expect(getDistinctBlanks(splitPrompt(prompt, 'everywhere'))).toEqual([{ name: 'name', fallback: '' }])
  expect(getDistinctBlanks(splitPrompt(`${prompt} \${x}`, 'nowhere'))).toEqual([])
})

test.each(['```\ncode\n```\n${name}', '~~~\n```\n~~~\n${name}', 'Use ```inline``` and ${name}', '`${name}`'])(
  'finds the blank outside fenced code blocks in %j',
  (prompt) => {
    expect(findBlanks(prompt)).toEqual([{ name: 'name', fallback: '' }])
  },
)

test('keeps a backslash in a fenced code block', () => {
  const prompt = '```sh\necho "\\${name}"\n```'
  expect(fill(prompt, {})).toBe(prompt)
})

test.each([
  '\\frac{{a}}{{b}}',
  '\\frac{a}{{b}}',
  '\\sqrt[3]{{x}}',
  '\\text{{speed}}',
  '\\sum_{{i}}^{{n}}',
  'x^{{a}} + x_{{i}}',
  '$${x}$',
  '$${x}^2 + y$$',
  '{{{x}}}',
  '${{ secrets.X }}',
  '{{#if}}',
  '${user.id}',
])('does not mistake TeX or templates for blanks: %s', (prompt) => {
  expect(findBlanks(prompt)).toEqual([])
  expect(fill(prompt, { a: 'A', b: 'B', x: 'X' })).toBe(prompt)
})

test.each([
  '$${price}',
  'from $${price} to $${high}',
  '$${price} or $5',
  '你好{{price}}',
  'snake_{{price}}',
  '${price}{{x}}',
])('finds the blank beside signs and letters in %s', (prompt) => {
  expect(findBlanks(prompt)[0]).toEqual({ name: 'price', fallback: '' })
})

test('splits a truncated prompt that ends in code or after a backslash like any other', () => {
  for (const prompt of ['```\n${nam', 'Write \\${nam', '```\n{{na'])
    expect(splitTruncatedPrompt(prompt)).toEqual(splitPrompt(prompt))
  expect(splitTruncatedPrompt('```\n${nam', 'everywhere').at(-1)?.blank).toEqual({ name: '', fallback: '' })
  expect(splitTruncatedPrompt('${nam', 'nowhere')).toEqual([{ written: '${nam' }])
})

test('parses hostile code and TeX in linear time', () => {
  for (const part of [
    '```\n',
    '~~~\n${a}\n',
    '\\',
    '\\{{a}}',
    '\\a{{a}}',
    '$${a}',
    '{{a}}',
    'x_{{a}}',
    '\\${a}',
    '> > ```',
  ])
    expectLinearTime((size) => splitTruncatedPrompt(part.repeat(Math.ceil(size / part.length))), 50_000)
})

test.each<[string, string[]]>([
  // The braces follow what only looks like TeX, or are TeX after other text.
  ['x{{name}}', ['name']],
  ['Pay ${price}$ now', ['price']],
  ['2^8 {{name}}', ['name']],
  ['x_{{2}} {{name}}', ['name']],
  ['Solve \\frac{{a}}{{b}} for {{name}}', ['name']],
  [`\\frac{{a:${'x'.repeat(200)}}}{{b}} {{name}}`, ['name']],
  // Several code blocks, long fences, and a line that does not close a block.
  ['```\n${a}\n```\n${b}\n```\n${c}\n```\n${d}', ['b', 'd']],
  ['``````````\n${a}\n``````````\n${b}', ['b']],
  ['```\n${a}\n``` \n${b}', ['b']],
  ['```\n```js\n${a}\n```\n${b}', ['b']],
])('finds in %j the blanks %j', (prompt, names) => {
  expect(findBlanks(prompt).map(({ name }) => name)).toEqual(names)
})

test('continues with the text after an escaped blank', () => {
  expect(splitPrompt('Say \\${a} and ${b}')).toEqual([
    { written: 'Say ' },
    { written: '\\${a}', text: '${a}' },
    { written: ' and ' },
    { written: '${b}', blank: { name: 'b', fallback: '' } },
  ])
})

test('shows a prompt as a blank that is truncated in its first blank', () => {
  expect(splitTruncatedPrompt('${na')).toEqual([{ written: '${na', blank: { name: '', fallback: '' } }])
})

test('splits an empty prompt into nothing, wherever it has blanks', () => {
  for (const places of ['text', 'everywhere', 'nowhere'] as const)
    expect(splitTruncatedPrompt('', places)).toEqual([])
})

test('offers suggestions for an optional blank, which has no default', () => {
  const prompt = 'Tempo: ${tempo:|slow|fast}, ${tempo}, ${a:|only}, {{mood: | calm | sad}}'
  expect(findBlanks(prompt)).toEqual([
    { name: 'tempo', fallback: '', choices: ['slow', 'fast'] },
    { name: 'a', fallback: '|only' },
    { name: 'mood', fallback: '', choices: ['calm', 'sad'] },
  ])
  expect(findBlanks('${tempo} ${tempo:|slow|fast} ${tempo:slow}')).toEqual([
    { name: 'tempo', fallback: '', choices: ['slow', 'fast'] },
  ])
  expect(fill(prompt, { tempo: 'my own', mood: 'calm' })).toBe('Tempo: my own, my own, |only, calm')
})

test.each([
  ['a line', 'Song\nTempo: ${t:|a|b}\nEnd', 'Song\nEnd'],
  ['the first line', 'Tempo: ${t:|a|b}\nEnd', 'End'],
  ['the last line', 'Song\n\nTempo: ${t:|a|b}', 'Song'],
  ['all lines of a paragraph', 'Song\n\nTempo: ${t:|a|b}\nMood: ${m:|a|b}\n\nEnd', 'Song\n\nEnd'],
  ['the first line of a paragraph', 'Song\n\nTempo: ${t:|a|b}\nMood: calm', 'Song\n\nMood: calm'],
  ['the last line of a paragraph', 'Mood: calm\n- Tempo: ${t:|a|b}\n\nEnd', 'Mood: calm\n\nEnd'],
  ['a line in Chinese', '写歌\n速度：${t:|慢|快}', '写歌'],
  ['a line without a label', 'Song\n${t:|a|b}\nEnd', 'Song\nEnd'],
  ['a line of several blanks', 'Song\nStyle: ${t:|a|b}, ${m:|a|b}', 'Song'],
  [
    'a section',
    '## Task\nA\n\n## Context\n- X: ${x:|a|b}\n- Y: ${y:|a|b}\n\n## Output\nB',
    '## Task\nA\n\n## Output\nB',
  ],
  ['the last section', '## Task\nA\n\n## Context\n- X: ${x:|a|b}', '## Task\nA'],
  ['a pair of tags', '<task>\nA\n</task>\n\n<context>\n- X: ${x:|a|b}\n</context>', '<task>\nA\n</task>'],
  ['no heading that is followed by text', '## Context\n- X: ${x:|a|b}\nText', '## Context\nText'],
  ['a phrase', 'a fox, ${l:|a|b}, snow', 'a fox, snow'],
  ['the first phrase', '${l:|a|b}, snow', 'snow'],
  ['the last phrases', 'a fox, ${l:|a|b}, ${m:|a|b} --ar 1:1', 'a fox --ar 1:1'],
  ['a tag', 'piano | ${l:|a|b} | slow', 'piano | slow'],
  ['the first of several values', 'Style: ${l:|a|b}, slow', 'Style: slow'],
  ['a word of a sentence', 'Write a ${tone:|funny|sad} poem.', 'Write a poem.'],
  ['a value in JSON', '{"a": 1,\n  "tempo": "${t:|a|b}"\n}', '{"a": 1,\n  "tempo": ""\n}'],
  ['nothing of a line with other words', 'Tempo: ${t:|a|b} or ${u}', 'Tempo: or ${u}'],
])('leaves out an unanswered optional blank with %s', (_, prompt, result) => {
  expect(fill(prompt, {})).toBe(result)
})

test('keeps a blank line around what is left out, and everything else as it is', () => {
  const prompt = 'a\n\n\nb  \n\n${name}\n# A\n## B\n\nTempo: ${t:|slow|fast}\n'
  expect(fill(prompt, {})).toBe('a\n\n\nb  \n\n${name}\n# A\n')
  expect(fill(prompt, { t: 'slow' })).toBe(prompt.replace('${t:|slow|fast}', 'slow'))
})

test('leaves out unanswered blanks in linear time', () => {
  for (const text of [
    '${a:|b|c}',
    '${a:|b|c} ',
    '${a:|b|c}, ',
    '${a:|b|c}\n',
    'x: ${a:|b|c}\n',
    '## ${a:|b|c}\n',
    ', ${a:|b|c}:',
  ])
    expectLinearTime((size) => fill(text.repeat(size), {}), 5_000)
})
