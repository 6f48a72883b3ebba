import { expect, test } from 'vitest'
import { findMidjourneyParametersIndex } from './midjourney-parameters.ts'

test.each([
  ['a fox', ' --ar 2:3'],
  ['a fox', ' --v 6.1 --no text, blur --tile'],
  ['a fox', ' --sref https://example.org/a.png?b=1 --no "the word. fox"'],
  ['a "red" fox', '\n--ar 2:3  '],
  ['a fox --ar 2:3 and then. A dog', ' --v 7'],
  ['a fox --ar 2:3. A dog', ''],
  ['" --ar 16:9 My first question is "how are you? I am fine. You?"', ''],
  ['" --ar 16:9 "', ''],
  ['a -- b', ''],
  ['', ''],
])('after %j, finds the parameters %j', (words, parameters) => {
  expect((words + parameters).slice(findMidjourneyParametersIndex(words + parameters))).toBe(parameters)
})
