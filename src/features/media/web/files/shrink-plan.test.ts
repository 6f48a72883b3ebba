import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { isBetter, shrinkPlan } from './shrink-plan.ts'

const picture = { type: 'image/png', bytes: limits.fileBytes, width: 2_560, height: 100 }

test.each([
  ['of the largest size and weight stays', {}, null],
  ['a pixel too long is drawn smaller', { width: 2_561 }, { width: 2_560, height: 100 }],
  ['a byte too heavy is drawn anew', { bytes: limits.fileBytes + 1 }, { width: 2_560, height: 100 }],
  ['tall becomes less tall', { width: 3_000, height: 6_000 }, { width: 1_280, height: 2_560 }],
  ['as thin as a hair keeps a pixel', { width: 1, height: 10_000 }, { width: 1, height: 2_560 }],
  ['of a kind the site does not take is drawn anew', { type: 'image/bmp' }, { width: 2_560, height: 100 }],
])('a picture %s', (_, more, plan) => expect(shrinkPlan({ ...picture, ...more })).toEqual(plan))

test('a new picture is taken where it is lighter, or where the old one would be refused', () => {
  expect(isBetter({ bytes: 9 }, { type: 'image/png', bytes: 10 })).toBe(true)
  expect(isBetter({ bytes: 10 }, { type: 'image/png', bytes: 10 })).toBe(false)
  expect(isBetter({ bytes: 99 }, { type: 'image/bmp', bytes: 10 })).toBe(true)
})
