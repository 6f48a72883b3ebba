import { expect, test } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Gallery } from './Gallery.tsx'

const aPicture = (digit: string, size: string) => `/media/${digit.repeat(64)}-${size}.png`
const files = [aPicture('a', '400x600'), aPicture('b', '1200x300'), aPicture('c', '300x3000')]

const shapes = async (isWhole: boolean) => {
  const { screen } = await renderComponent(<Gallery files={files} title="Rain" isWhole={isWhole} />)
  const boxes = await screen.getByRole('button').all()
  return boxes.map((each) => {
    const { width, height } = each.element().getBoundingClientRect()
    return Math.round((width / height) * 10) / 10
  })
}

test('crops pictures to one shape in a list', async () => {
  expect(await shapes(false)).toEqual([1.3, 1.3, 1.3])
})

test('shows pictures in their own shapes on their own page, unless one is extremely tall', async () => {
  expect(await shapes(true)).toEqual([0.7, 4, 0.6])
})
