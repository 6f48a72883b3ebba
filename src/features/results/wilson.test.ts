import { expect, it } from 'vitest'
import { wilsonLowerBound } from './wilson.ts'

it.each([
  [0, 0, 0],
  [0, 10, 0],
  [1, 1, 0.207],
  [9, 10, 0.596],
  [90, 100, 0.826],
])('is the lower end of the interval for %i of %i', (successes, total, expected) => {
  expect(wilsonLowerBound(successes, total)).toBeCloseTo(expected, 3)
})
