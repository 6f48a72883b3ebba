import { expect, it } from 'vitest'
import { isReservedUsername } from './reserved-usernames.ts'

it.each([
  'admin',
  'Admin',
  'popular',
  'robots',
  'robotstxt',
  'moderator',
  'null',
  'sitemap',
  'healthz',
  'you',
])('nobody may be called %s', (name) => {
  expect(isReservedUsername(name)).toBe(true)
})

it.each(['ada', 'administrators', 'popularity', 'grace1906', 'api2'])('somebody may be called %s', (name) => {
  expect(isReservedUsername(name)).toBe(false)
})
