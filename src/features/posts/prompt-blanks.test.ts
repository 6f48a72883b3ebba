import { expect, test } from 'vitest'
import { fillPrompt, findBlanks } from './prompt-blanks.ts'

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
  expect(fillPrompt(prompt, {})).toBe('${a} B {{c}} D ${a}')
  expect(fillPrompt(prompt, { a: '$& ${b}', d: 'x' })).toBe('$& ${b} B {{c}} x $& ${b}')
})

test('treats names of built-in object properties like any other name', () => {
  expect(fillPrompt('${constructor} ${__proto__}', {})).toBe('${constructor} ${__proto__}')
})

test('parses hostile text in under a second', () => {
  const started = performance.now()
  findBlanks('${'.repeat(100_000))
  findBlanks(`\${${'a '.repeat(100_000)}`)
  findBlanks('{{a:'.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})
