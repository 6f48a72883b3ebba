import { expect, it } from 'vitest'
import { findLostFacts } from './lost-facts.ts'

it.each([
  ['a word', 'one two', 'two', ['one']],
  ['a repetition', 'go go go', 'go go', ['go']],
  ['a blank', `\${a} b`, 'a b', [`\${a}`, '{a}']],
  ['a blank in braces', '{{a}} {b}', 'a b', ['{{a}}', '{b}']],
  ['a placeholder', '[NAME] here', 'here NAME', ['[NAME]']],
  ['a link', 'See https://a.example/b?c=1.', 'See https a.example b c 1', ['https://a.example/b?c=1.']],
  ['a quotation', '"one two" “three four”', 'two one four three', ['"one two"', '“three four”']],
  ['a number', '3.5 and 12:30', '3 5 and 12 30', ['3.5', '12:30']],
  ['nothing if the order changes', `a \${b} "c"`, `"c" \${b} a`, []],
])('finds that %s is lost', (_, before, after, lost) => {
  expect(findLostFacts(before, after)).toEqual(lost)
})
