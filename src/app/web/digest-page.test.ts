import { expect, it } from 'vitest'
import { digestPage } from './digest-page.ts'

const HOUR_MS = 3_600_000
const now = Date.UTC(2026, 5, 15, 12)
const stateFrom = (ageMs: number, title = 'Title') =>
  JSON.stringify({ title, createdAt: new Date(now - ageMs) })
const digest = (changes: Partial<Parameters<typeof digestPage>[0]> = {}, at = now) =>
  digestPage({ build: '1', url: '/post/1', state: stateFrom(5 * HOUR_MS), ...changes }, at)

it('is the same for the same page', () => {
  expect(digest()).toMatch(/^[\da-f]{64}$/)
  expect(digest({}, now + 59 * 60_000)).toBe(digest())
})

it.each([
  ['the software', digest({ build: '2' })],
  ['the URL', digest({ url: '/post/1?comments=new' })],
  ['what it shows', digest({ state: stateFrom(5 * HOUR_MS, 'Titles') })],
  ['how long ago something was', digest({}, now + HOUR_MS)],
])('differs by %s', (_, other) => {
  expect(other).toMatch(/^[\da-f]{64}$/)
  expect(other).not.toBe(digest())
})

it('is null while something was less than an hour ago, or is so soon', () => {
  for (const age of [0, 1_000, HOUR_MS - 1_000, 1_000 - HOUR_MS])
    expect(digest({ state: stateFrom(age) })).toBeNull()
  for (const age of [HOUR_MS, -HOUR_MS]) expect(digest({ state: stateFrom(age) })).not.toBeNull()
})

it.each([
  ['microseconds', '2026-06-15T07:00:00.123456Z'],
  ['an offset', '2026-06-15T07:00:00+00:00'],
  ['no time', '2026-06-15'],
])('is different an hour later, and null right after, for a time with %s', (_, createdAt) => {
  const state = JSON.stringify({ post: { createdAt } })
  const at = Date.parse(createdAt)
  expect(digest({ state }, at + 5 * HOUR_MS)).toMatch(/^[\da-f]{64}$/)
  expect(digest({ state }, at + 6 * HOUR_MS)).not.toBe(digest({ state }, at + 5 * HOUR_MS))
  expect(digest({ state }, at + 1_000)).toBeNull()
})

it('takes no text for a time', () => {
  const time = new Date(now).toISOString()
  const state = JSON.stringify({ title: time, prompt: JSON.stringify({ createdAt: time }) })
  expect(digest({ state })).not.toBeNull()
})
