import type { Page } from '@playwright/test'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

const LIGHT = 'rgb(251, 250, 248)'
const DARK = 'rgb(20, 19, 17)'

test('follows the system theme until the user chooses one', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/leaderboard')
  expect(await background(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await background(page)).toBe(LIGHT)
})

test('remembers the chosen theme and applies it before the first paint', async ({ page }) => {
  await openHydratedPage(page, '/leaderboard')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await background(page)).toBe(DARK)

  // The site's scripts are blocked, so only the inline script in the head can have set the theme.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/leaderboard', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.unroute('**/assets/*.js')

  await openHydratedPage(page, '/leaderboard')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true')
  // A transition would start one in each element whose colour is inherited, one generation after the other.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    addEventListener('transitionrun', ({ propertyName }) => {
      document.documentElement.dataset.transition = propertyName
    }),
  )
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  expect(await background(page)).toBe(LIGHT)
  await waitForAnimationFrames(page)
  expect(await page.evaluate(() => document.documentElement.dataset.transition)).toBeUndefined()
})

test('measures contrast only after the transition to another theme has finished', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/leaderboard')
  await page.addStyleTag({ content: 'h1 { transition: color 1s !important }' })
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
})

test.use({ expectedErrors: [/ERR_FAILED/] })
