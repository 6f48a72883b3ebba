import type { Page } from '@playwright/test'
import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

const share = (page: Page, card: number) =>
  page.getByRole('article').nth(card).getByRole('button', { name: 'Share' }).click()

test('shows one toast at a time, for five seconds or until it is closed by key or swipe', {
  tag: '@full',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await openHydratedPage(page, '/new')

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
    await expect(toasts(page)).toHaveCount(0, { timeout: 4_000 })
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

test.describe('without a network', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a failed vote is reported even if the network fails before the code of toasts has loaded', {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    // The page requests these files right after hydration.
    await page.route(
      /\/assets\/(ToastParts|send-vote|toggle-bookmark|DialogParts|CreatePostDialog)/,
      (route) => route.abort(),
    )
    await openHydratedPage(page, '/new')
    await context.setOffline(true)
    const message = page.getByRole('alert')
    await page.getByRole('article').first().getByRole('button', { name: 'Upvote' }).click()
    await expect(message).toHaveText(/couldn't|Couldn't|failed/i)
    await page.getByRole('article').first().getByRole('button', { name: 'Bookmark' }).click()
    await expect(message).toHaveText(/bookmark/i)
    await page.getByRole('banner').getByRole('button', { name: 'Create Post' }).click()
    await expect(message).toHaveText("We couldn't load this. Check your connection and try again.")
    await page.unrouteAll()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible()
  })
})
