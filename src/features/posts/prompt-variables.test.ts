import { expect, test } from 'vitest'
import { fillPrompt, variablesOf } from './prompt-variables.ts'

test('the four ways of writing a variable are found, each name once, in order', () => {
  expect(
    variablesOf(
      'Act as ${role}. Reply in ${language:English}, for {{audience}} at {{level: novice}}; ${role}!',
    ),
  ).toEqual([
    { name: 'role', fallback: '' },
    { name: 'language', fallback: 'English' },
    { name: 'audience', fallback: '' },
    { name: 'level', fallback: 'novice' },
  ])
})

test('names may have spaces and letters of any script; a default stands wherever it is written first', () => {
  expect(variablesOf('${Team Name} ${länge} ${Team Name:Reds} {{ 主题 }}')).toEqual([
    { name: 'Team Name', fallback: 'Reds' },
    { name: 'länge', fallback: '' },
    { name: '主题', fallback: '' },
  ])
})

test('code is no variable', () => {
  expect(
    variablesOf('${user.id} ${f(x)} {{#each}} {{/if}} {{{raw x}}} ${} {{}} $name {name} ${1st}'),
  ).toEqual([])
})

test('what is filled in replaces, a default stands in, the rest stays as written', () => {
  const prompt = '${a} ${b:B} {{c}} {{d: D}} ${a}'
  expect(fillPrompt(prompt, {})).toBe('${a} B {{c}} D ${a}')
  expect(fillPrompt(prompt, { a: '$& ${b}', d: 'x' })).toBe('$& ${b} B {{c}} x $& ${b}')
})

test('names of an object’s own parts are names like any other', () => {
  expect(fillPrompt('${constructor} ${__proto__}', {})).toBe('${constructor} ${__proto__}')
})

test('hostile text is read in no time', () => {
  const started = performance.now()
  variablesOf('${'.repeat(100_000))
  variablesOf(`\${${'a '.repeat(100_000)}`)
  variablesOf('{{a:'.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})
