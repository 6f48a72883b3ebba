import { seedSidebarTopics } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.beforeAll(seedSidebarTopics)

test('the skip link comes first and leads to the content, and Tab reaches every control', async ({
  page,
}) => {
  await openHydratedPage(page, '/optimize')
  const skip = page.getByRole('link', { name: 'Skip to content' })

  await test.step('every control can be reached, the skip link first, and shows its focus', async () => {
    const expected = await page
      .locator('a[href]:visible, button:visible, input:visible, textarea:visible')
      .count()
    const reached = new Set<string>()
    for (let press = 0; press < expected; press += 1) {
      await page.keyboard.press('Tab')
      if (press === 0) await expect(skip).toBeFocused()
      const focused = page.locator(':focus')
      await expect(focused).toBeInViewport()
      const look = await focused.evaluate((element) => {
        const around = element.closest('search form') ?? element
        return { html: element.outerHTML, outline: getComputedStyle(around).outlineStyle }
      })
      expect(look.outline, look.html).not.toBe('none')
      reached.add(look.html)
    }
    expect(reached.size).toBe(expected)
  })

  await test.step('the skip link leads to the content', async () => {
    await skip.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('? lists the shortcuts, but not while the user types', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/optimize')
  await page.getByLabel('Your prompt').pressSequentially('why? /')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Your prompt')).toHaveValue('why? /')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Search')).toBeVisible()
  // Focus moves to the dialog itself, not to its close button.
  await expect(help).toBeFocused()
  await page.keyboard.press('/')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})
