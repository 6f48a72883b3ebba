import type { Page } from '@playwright/test'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

const share = (page: Page, card: number) =>
  page.getByRole('article').nth(card).getByRole('button', { name: 'Share' }).click()

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/new')
  await waitForHydration(page)
})

test('shows one toast at a time for five seconds', async ({ page }) => {
  await share(page, 0)
  await expect(toasts(page)).toHaveText(/Link copied/)
  const begun = Date.now()
  await share(page, 0)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(5, 5)
  await expect(toasts(page)).toHaveCount(0)
  expect(Date.now() - begun).toBeGreaterThan(4_000)
  expect(Date.now() - begun).toBeLessThan(9_000)
})

test('F8 moves the focus to the toast, and Escape closes it', async ({ page }) => {
  await share(page, 0)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  const isInside = () =>
    page.evaluate(() => document.activeElement?.closest('[role=region]')?.getAttribute('aria-label') ?? '')
  await expect.poll(isInside).toMatch(/Notifications/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
})

test('a swipe of at least 50 pixels to the right dismisses the toast', async ({ page }) => {
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
