import { expect, it } from 'vitest'
import { optimizeAudioPrompt } from './audio-prompt.ts'

const namesIn = (text: string) => [...text.matchAll(/\$\{(\w+):/g)].map(([, name]) => name)

it.each([
  ['a song', ['genre', 'tempo', 'instruments', 'mood', 'length']],
  ['a lullaby for piano, slow and calm, 2 min', []],
  ['a narration', ['voice', 'pace', 'emotion']],
  ['a narration with music', ['genre', 'tempo', 'instruments', 'mood', 'length']],
  ['rain', ['length']],
  ['a foley effect of a song', ['length']],
  ['a foley effect of a narrator', ['length']],
])('asks for the details of music, speech or sounds: %j', (prompt, names) => {
  expect(namesIn(optimizeAudioPrompt(prompt))).toEqual(names)
})

it.each([
  [undefined, `slow jazz piano, calm\n\nDuration: \${length:|30 seconds|1 minute|3 minutes}`],
  ['tags', `slow jazz piano, calm | \${length:|30 seconds|1 minute|3 minutes}`],
  ['song', `slow jazz piano, calm\n\nStyle: \${length:|30 seconds|1 minute|3 minutes}`],
] as const)('has the form that models of the family %s expect', (family, result) => {
  expect(optimizeAudioPrompt('slow jazz piano, calm', family)).toBe(result)
})

it.each([undefined, 'tags', 'song', 'speech'] as const)(
  'stays as it is for models of the family %s if it says everything',
  (family) => {
    const all = 'slow jazz piano, calm, 2 min'
    expect(optimizeAudioPrompt(all, family)).toBe(all)
  },
)

it('gets keys if it is JSON', () => {
  expect(JSON.parse(optimizeAudioPrompt('{"prompt": "rain"}'))).toEqual({
    prompt: 'rain',
    length: `\${length:|30 seconds|1 minute|3 minutes}`,
  })
})

it('gets the named sections of a song in their usual order', () => {
  const named = 'slow jazz piano, calm, 2 min: outro, then choruses, no bridge'
  expect(optimizeAudioPrompt(named, 'song')).toBe(`${named}\n\n[Chorus]\n\n[Outro]`)
  expect(optimizeAudioPrompt(`${named}\n[Refrain]`, 'song')).toBe(`${named}\n[Refrain]`)
})
