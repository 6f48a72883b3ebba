import { emulateSafariClicks } from './support/emulate-safari-clicks.ts'
import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page, context }) => {
  await signIn(context)
  await emulateSafariClicks(page)
  await openHydratedPage(page, '/leaderboard')
})

test('a dialog returns the focus to the button that was clicked', { tag: '@full' }, async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Submit Feedback' })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a menu opens, supports arrow keys and returns the focus', { tag: '@full' }, async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Account menu' })
  await opener.click()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'View Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the slide-out menu returns the focus', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(opener).toBeFocused()
})
