import type { Page } from '@playwright/test'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

const share = (page: Page, card: number) =>
  page.getByRole('article').nth(card).getByRole('button', { name: 'Share' }).click()

test('shows one toast at a time, for five seconds or until it is closed by key or swipe', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/new')
  await waitForHydration(page)

  await test.step('F8 moves the focus to the toast, and Escape closes it', async () => {
    await share(page, 0)
    await expect(toasts(page)).toHaveText(/Link copied/)
    await page.keyboard.press('F8')
    const isInside = () =>
      page.evaluate(() => document.activeElement?.closest('[role=region]')?.getAttribute('aria-label') ?? '')
    await expect.poll(isInside).toMatch(/Notifications/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(toasts(page)).toHaveCount(0)
  })

  await test.step('a swipe of at least 50 pixels to the right dismisses the toast', async () => {
    const drag = async (by: number) => {
      const box = await toasts(page).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + by / 2, y)
      await page.mouse.move(x + by, y)
      await page.mouse.up()
    }
    await share(page, 0)
    await expect(toasts(page)).toHaveCount(1)
    await drag(40)
    await waitForAnimationFrames(page)
    await expect(toasts(page)).toHaveCount(1)
    await drag(-80)
    await waitForAnimationFrames(page)
    await expect(toasts(page)).toHaveCount(1)
    await drag(60)
    await expect(toasts(page)).toHaveCount(0, { timeout: 2_000 })
  })

  await test.step('a second toast replaces the first, and both are gone after five seconds', async () => {
    await page.mouse.move(5, 5)
    await share(page, 0)
    await expect(toasts(page)).toHaveText(/Link copied/)
    await share(page, 0)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(3_500)
    await waitForAnimationFrames(page)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.fastForward(1_500)
    await expect(toasts(page)).toHaveCount(0)
  })
})
