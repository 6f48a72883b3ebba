import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isComposing } from './is-composing.ts'

it('recognizes the keys of an input method, in native and in React events', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ keyCode: 13, nativeEvent: { isComposing: true } })).toBe(true)
  expect(isComposing({ keyCode: 13, nativeEvent: { isComposing: false } })).toBe(false)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})

it('is asked by every file that handles keys', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  // `useShortcuts` asks for all shortcuts.
  const handling = files.filter((file) =>
    /(?:event|key)\)? =>[^\n]*\.?key\b ?[!=]==|\bevent\.key\b|\bkey [!=]==? '(?:Enter|Escape|Arrow)|\bevent: (?:React\.)?KeyboardEvent\b/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  )
  expect(handling.length).toBeGreaterThan(10)
  expect(
    handling.filter(
      (file) => !/isComposing\(|useShortcuts\(/.test(readFileSync(path.join(root, file), 'utf8')),
    ),
  ).toEqual([])
})
