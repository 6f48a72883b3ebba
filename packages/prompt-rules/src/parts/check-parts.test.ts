import { expect, it } from 'vitest'
import { promptTypes } from '../prompt-type.ts'
import { checkPromptParts } from './check-parts.ts'

it('says of each detail of a prompt whether it is given', () => {
  expect(checkPromptParts('Video', 'a drone shot at dawn')).toEqual([
    { id: 'shot', isPresent: true },
    { id: 'movement', isPresent: false },
    { id: 'light', isPresent: true },
    { id: 'style', isPresent: false },
    { id: 'duration', isPresent: false },
    { id: 'sound', isPresent: false },
    { id: 'aspect', isPresent: false },
  ])
  for (const type of promptTypes)
    expect(checkPromptParts(type, '').map(({ isPresent }) => isPresent)).not.toContain(true)
})
