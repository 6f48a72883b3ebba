import { expect, it } from 'vitest'
import { codeBlanks, imageBlanks, musicBlanks, removeBlank, speechBlanks, videoBlanks } from './blanks.ts'
import {
  imagePromptParts,
  musicPromptParts,
  speechPromptParts,
  videoPromptParts,
} from './parts/media-parts.ts'
import { codePromptParts } from './parts/text-and-code-parts.ts'
import { toNormalizedTokens } from './tokens.ts'

it.each([
  ['code', codeBlanks, codePromptParts],
  ['pictures', imageBlanks, imagePromptParts],
  ['videos', videoBlanks, videoPromptParts],
  ['music', musicBlanks, musicPromptParts],
  ['speech', speechBlanks, speechPromptParts],
])('a blank for %s names its detail, so that a prompt with it does not get it again', (_, blanks, parts) => {
  for (const [id, { name }] of Object.entries(blanks)) {
    const text = `\${${name}}`
    expect(parts.find((part) => part.id === id)?.isSpecifiedIn(text, toNormalizedTokens(text)), name).toBe(
      true,
    )
  }
})

const BLANK = `\${tone:|friendly|professional|neutral|humorous}`

it.each([
  ['the line of a list', `a\n- Tone: ${BLANK}\nb`, 'a\nb'],
  ['a line', `Tone: ${BLANK}\nb`, 'b'],
  ['itself from a line with other words', `My Tone: ${BLANK}`, 'My Tone: '],
  ['itself from a line with another blank', `Tone: \${x} ${BLANK}`, `Tone: \${x} `],
  ['a phrase', `a, ${BLANK}, b`, 'a, b'],
  ['the first phrase', `${BLANK}, b`, 'b'],
  ['a tag', `a | ${BLANK} | b`, 'a | b'],
  ['the ratio', `a --ar ${BLANK} --v 7`, 'a --v 7'],
  ['the stylization', `a --stylize ${BLANK} --v 7`, 'a --v 7'],
  ['a key of JSON', `{"a": 1,\n  "tone": "${BLANK}"\n}`, '{"a": 1\n}'],
  ['nothing if it is not there', 'a', 'a'],
])('a blank is removed with %s', (_, text, result) => {
  expect(removeBlank(text, BLANK)).toBe(result)
})
