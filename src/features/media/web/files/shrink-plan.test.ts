import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { isBetter, shrinkPlan } from './shrink-plan.ts'

const picture = { type: 'image/png', bytes: limits.fileBytes, width: 2_560, height: 100 }

test.each([
  ['of the largest size and weight stays', {}, undefined],
  ['a pixel too long is drawn smaller', { width: 2_561 }, { width: 2_560, height: 100 }],
  ['a byte too heavy is drawn anew', { bytes: limits.fileBytes + 1 }, { width: 2_560, height: 100 }],
  ['tall becomes less tall', { width: 3_000, height: 6_000 }, { width: 1_280, height: 2_560 }],
  ['as thin as a hair keeps a pixel', { width: 1, height: 10_000 }, { width: 1, height: 2_560 }],
  ['of a kind the site does not take is drawn anew', { type: 'image/bmp' }, { width: 2_560, height: 100 }],
])('a picture %s', (_, more, plan) => {
  const [first] = shrinkPlan({ ...picture, ...more })
  expect(first).toEqual(plan && { ...plan, quality: 0.9 })
})

test.each([
  [{ width: 9_000, height: 3_000 }, [2_560, 1_920, 1_600, 1_600, 1_600]],
  [{ width: 1_000, height: 2_000 }, [2_000, 1_600, 1_600, 1_600]],
  [{ width: 1_200, height: 900 }, [1_200, 1_200, 1_200]],
])('a heavy picture of %o is never reduced below 1,600 pixels, nor enlarged', (size, sides) => {
  const plan = shrinkPlan({ ...picture, bytes: limits.fileBytes * 9, ...size })
  expect(plan.map(({ width, height }) => Math.max(width, height))).toEqual(sides)
  expect(plan.map(({ quality }) => quality).slice(-3)).toEqual([0.9, 0.75, 0.6])
})

test('a new picture is taken where it is lighter, or where the old one would be refused', () => {
  expect(isBetter({ bytes: 9 }, { type: 'image/png', bytes: 10 })).toBe(true)
  expect(isBetter({ bytes: 10 }, { type: 'image/png', bytes: 10 })).toBe(false)
  expect(isBetter({ bytes: 99 }, { type: 'image/bmp', bytes: 10 })).toBe(true)
})
