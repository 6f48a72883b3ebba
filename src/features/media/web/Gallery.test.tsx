import { expect, test } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Gallery } from './Gallery.tsx'

const aPicture = (digit: string, size: string) => `/media/${digit.repeat(64)}-${size}.png`
const files = [aPicture('a', '400x600'), aPicture('b', '1200x300'), aPicture('c', '300x3000')]

const shapes = async (isWhole: boolean, shown = files) => {
  const { screen } = await renderComponent(<Gallery files={shown} title="Rain" isUncropped={isWhole} />)
  const boxes = await screen.getByRole('button').all()
  return boxes.map((each) => {
    const { width, height } = each.element().getBoundingClientRect()
    return Math.round((width / height) * 10) / 10
  })
}

test('shows three pictures in a list as one large and two small ones, which fill its height', async () => {
  const { screen } = await renderComponent(<Gallery files={files} title="Rain" />)
  const boxes = await screen.getByRole('button').all()
  const [large, upper, lower] = boxes.map((each) => each.element().getBoundingClientRect())
  if (!large || !upper || !lower) throw new Error('Not three pictures')
  expect(large.width / large.height).toBeCloseTo(4 / 3, 1)
  expect([upper.top, lower.bottom]).toEqual([large.top, large.bottom])
  expect(lower.top - upper.bottom).toBe(8)
  expect(upper.left - large.right).toBe(8)
  expect(Math.round(large.width)).toBe(Math.round(upper.width * 2 + 8))
})

test.each([2, 4])('crops %i pictures in a list to one shape', async (count) => {
  const shown = [...files, aPicture('d', '90x30')].slice(0, count)
  expect(await shapes(false, shown)).toEqual(shown.map(() => 1.3))
})

test('shows pictures in their own shapes on their own page, unless one is extremely tall', async () => {
  expect(await shapes(true)).toEqual([0.7, 4, 0.6])
})
