import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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

test('says that the browser cannot play a video, and offers it for download', async () => {
  const video = `/media/${'e'.repeat(64)}-400x300.mp4`
  const { screen } = await renderComponent(<Gallery files={[video]} title="Rain" />)
  await expect.element(screen.getByText('Your browser cannot play this video')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Download the video' })
  await expect.element(link).toHaveAttribute('href', video)
  await expect.element(link).toHaveAttribute('download', 'rain-1.mp4')
})

test('pauses an animation and plays it again', async () => {
  const animation = `/media/${'f'.repeat(64)}-400x300.gif`
  const { screen } = await renderComponent(<Gallery files={[animation]} title="Rain" />)
  const source = () => document.querySelector('picture img')?.getAttribute('srcset')
  expect(source()).not.toContain('still')
  // Readers who prefer reduced motion get the first frame.
  expect(document.querySelector('picture source')?.getAttribute('srcset')).toContain('/320-still.webp')
  await screen.getByRole('button', { name: 'Pause animation' }).click()
  expect(source()).toContain('/320-still.webp')
  await screen.getByRole('button', { name: 'Play animation' }).click()
  expect(source()).not.toContain('still')
  expect(document.querySelector('picture source')).toBeNull()
})

test('has no control for a picture that stands still', async () => {
  const { screen } = await renderComponent(<Gallery files={files} title="Rain" />)
  await expect.element(screen.getByRole('button', { name: 'Pause animation' })).not.toBeInTheDocument()
})

test('shows pictures in their own shapes on their own page, unless one is extremely tall', async () => {
  expect(await shapes(true)).toEqual([0.7, 4, 0.4])
})

test.each([
  ['one very tall picture', ['300x3000']],
  ['two tall pictures', ['900x1600', '900x1600']],
  ['three tall pictures', ['900x1600', '900x1600', '600x900']],
  ['four pictures of different shapes', ['900x1600', '1600x900', '1000x1000', '400x3000']],
  ['five tall pictures', ['900x1600', '900x1600', '900x1600', '900x1600', '900x1600']],
])('shows %s on half of the screen, in rows and in their order', async (_, sizes) => {
  const shown = sizes.map((size, index) => aPicture(String(index), size))
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    const { screen } = await renderComponent(
      <div style={{ width: Math.min(width - 32, 660) }}>
        <Gallery files={shown} title="Rain" isUncropped />
      </div>,
    )
    const boxes = (await screen.getByRole('button').all()).map((each) =>
      each.element().getBoundingClientRect(),
    )
    const top = Math.min(...boxes.map((box) => box.top))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    expect(bottom - top).toBeLessThanOrEqual(height / 2)
    const order = boxes.toSorted((a, b) => Math.round(a.top - b.top) || a.left - b.left)
    expect(order).toEqual(boxes)
    await screen.unmount()
  }
})

test('does not enlarge small pictures much', async () => {
  const { screen } = await renderComponent(
    <Gallery files={[aPicture('a', '90x90'), aPicture('b', '90x60')]} title="Rain" isUncropped />,
  )
  const boxes = await screen.getByRole('button').all()
  expect(Math.max(...boxes.map((each) => each.element().clientWidth))).toBeLessThanOrEqual(300)
})
