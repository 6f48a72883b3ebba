import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['{src,packages,database,tests}/**/*.{test,spec}.{ts,tsx}'])

const WAITS = /\bdelay\(|setTimeout\(resolve|waitForTimeout\(|pg_sleep\(/
const DECLARES = /^import |=> delay\(|const delay =/

it('waits of a fixed time say why nothing can be waited for', () => {
  const unexplained = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    // With fake timers, a wait takes no time.
    const lines = text.includes('useFakeTimers') ? [] : text.split('\n')
    return lines.flatMap((line, index) => {
      const isExplained = [line, lines[index - 1] ?? ''].some((each) => /(^|\s)\/\/ \S/.test(each))
      return WAITS.test(line) && !DECLARES.test(line) && !isExplained ? [`${file}:${index + 1}`] : []
    })
  })
  expect(unexplained).toEqual([])
})

it('the clock is moved in no test that runs jobs, whose workers would wait as long', () => {
  const sources = globSync(['{src,packages,database,tests}/**/*.test.{ts,tsx}', 'tests/support/**/*.ts'])
  const moving = sources.filter((file) => /setSystemTime\(/.test(readFileSync(file, 'utf8')))
  expect(moving).not.toEqual([])
  expect(
    moving.filter(
      (file) =>
        file.startsWith('tests/support/') || /startTestJobs|startJobs/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([])
})
