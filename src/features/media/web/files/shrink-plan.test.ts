import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { planShrinkAttempts, shouldUseReencoded } from './shrink-plan.ts'

const picture = { type: 'image/png', bytes: limits.fileBytes, width: 2_560, height: 100 }

test.each([
  ['at the limits is left unchanged', {}, undefined],
  ['one pixel too long is scaled down', { width: 2_561 }, { width: 2_560, height: 100 }],
  ['one byte too large is re-encoded', { bytes: limits.fileBytes + 1 }, { width: 2_560, height: 100 }],
  [
    'in portrait format is scaled by its height',
    { width: 3_000, height: 6_000 },
    { width: 1_280, height: 2_560 },
  ],
  ['one pixel wide stays one pixel wide', { width: 1, height: 10_000 }, { width: 1, height: 2_560 }],
  ['of an unsupported type is re-encoded', { type: 'image/bmp' }, { width: 2_560, height: 100 }],
])('an image %s', (_, more, plan) => {
  const [first] = planShrinkAttempts({ ...picture, ...more })
  expect(first).toEqual(plan && { ...plan, quality: 0.9 })
})

test.each([
  [{ width: 9_000, height: 3_000 }, [2_560, 1_920, 1_600, 1_600, 1_600]],
  [{ width: 1_000, height: 2_000 }, [2_000, 1_600, 1_600, 1_600]],
  [{ width: 1_200, height: 900 }, [1_200, 1_200, 1_200]],
])('a large image of %o is never reduced below 1,600 pixels or enlarged', (size, sides) => {
  const plan = planShrinkAttempts({ ...picture, bytes: limits.fileBytes * 9, ...size })
  expect(plan.map(({ width, height }) => Math.max(width, height))).toEqual(sides)
  expect(plan.map(({ quality }) => quality).slice(-3)).toEqual([0.9, 0.75, 0.6])
})

test('a re-encoded image is used if it is smaller or if the original would be rejected', () => {
  expect(shouldUseReencoded({ bytes: 9 }, { type: 'image/png', bytes: 10 })).toBe(true)
  expect(shouldUseReencoded({ bytes: 10 }, { type: 'image/png', bytes: 10 })).toBe(false)
  expect(shouldUseReencoded({ bytes: 99 }, { type: 'image/bmp', bytes: 10 })).toBe(true)
})
