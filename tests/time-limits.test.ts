import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['{src,packages,database,tests}/**/*.{test,spec}.{ts,tsx}'])

/** What a test has measured, by its name. */
const MEASURED = /now\(\) - |\b(ms|\w*Ms|seconds|elapsed|leftAfter)\b|slowest|healed|durations\)|times\)/
/** A limit that does not depend on anything measured. */
const ABSOLUTE = /toBeLessThan(OrEqual)?\(([\d_.]+|[A-Z][A-Z\d_]*( \* [\d_]+)?)\)/

/** A limit that is another measured time itself, not a multiple of it. */
const TIGHT = /toBeLessThan(OrEqual)?\([^*]*\bms\b[^*]*\)$/

it('finds an absolute limit of time', () => {
  const isFound = (line: string) => MEASURED.test(line) && ABSOLUTE.test(line)
  for (const line of [
    'expect(Date.now() - startedAt).toBeLessThan(2_000)',
    'expect(alone.ms).toBeLessThan(READ_MS)',
    'expect(Math.max(...healed)).toBeLessThanOrEqual(HEAL_SECONDS * 1_000)',
  ])
    expect(isFound(line), line).toBe(true)
  for (const line of [
    'expect(many.ms).toBeLessThan(20 * few.ms)',
    'expect(during).toBeLessThan(before * 5 + 40)',
    'expect(rows).toBeLessThan(100)',
  ])
    expect(isFound(line), line).toBe(false)
})

it('no time must be less than another one, because two times of one machine differ by chance', () => {
  expect('expect(rejected.ms).toBeLessThan((await timeFastest(photo)).ms)').toMatch(TIGHT)
  expect('expect(rejected.ms).toBeLessThan(20 * (await timeFastest(photo)).ms)').not.toMatch(TIGHT)
  const tight = files.flatMap((file) => {
    const lines = file === 'tests/time-limits.test.ts' ? [] : readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => (TIGHT.test(line) ? [`${file}:${index + 1}`] : []))
  })
  expect(tight).toEqual([])
})

/** A limit of less than three minutes, which is what vitest.config.ts gives a test. */
const SHORT = /(testTimeout: (.*\D)?|\btimeout(:| =) |^\}, |^ {2}\},\n {2})(\d{1,2}|1[0-7]\d)_000\b/m

it('no test outside a browser has less time than usual, because a busy machine needs ten times as long', () => {
  for (const line of [
    'vi.setConfig({ testTimeout: isFull ? 120_000 : 15_000 })',
    "it('is', { timeout: 5_000 }, () => {",
    "it('is', {\n  tags: 'full',\n  timeout: 120_000,",
    '\n}, 90_000)',
    'it(\n  async () => {\n  },\n  90_000,\n)',
    'const timeout = 120_000 + rounds * 20_000',
  ])
    expect(line).toMatch(SHORT)
  for (const line of [
    'if (isFull) vi.setConfig({ testTimeout: 900_000 })',
    '  { timeout: 180_000 + rounds * 20_000 },',
  ])
    expect(line).not.toMatch(SHORT)
  const short = globSync(['{src,packages,database,tests}/**/*.test.ts']).filter(
    (file) => file !== 'tests/time-limits.test.ts' && SHORT.test(readFileSync(file, 'utf8')),
  )
  expect(short).toEqual([])
})

/** A slow machine fails such a limit by chance, unless what would happen otherwise takes much longer. */
it('absolute limits of time say in a comment what they allow for', () => {
  const unexplained = files.flatMap((file) => {
    if (file === 'tests/time-limits.test.ts') return []
    const text = readFileSync(file, 'utf8')
    // With fake timers, the machine does not matter.
    const lines = text.includes('useFakeTimers') ? [] : text.split('\n')
    return lines.flatMap((line, index) => {
      const isExplained = [line, lines[index - 1] ?? ''].some((each) => /(^|\s)\/\/ \S/.test(each))
      return MEASURED.test(line) && ABSOLUTE.test(line) && !isExplained ? [`${file}:${index + 1}`] : []
    })
  })
  expect(unexplained).toEqual([])
})

it('tests wait with the common limit, which is long, not with one of their own', () => {
  const withOwnLimit = globSync(['{src,packages,database,tests}/**/*.test.ts']).filter(
    (file) =>
      file !== 'tests/time-limits.test.ts' &&
      /\bvi\.wait(For|Until)\(|\.poll\((?:(?!\n {0,2}[\w}]).)*?timeout:/s.test(readFileSync(file, 'utf8')),
  )
  expect(withOwnLimit).toEqual([])
})
