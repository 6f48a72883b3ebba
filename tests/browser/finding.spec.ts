import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test('suggests what the typed letters begin, and opens it with the keyboard', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/leaderboard')
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await field.pressSequentially('writ')
  const topic = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'Writing' })
  await expect(topic).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  const options = await page.locator('[role=option]').allTextContents()
  for (let presses = 0; presses <= options.indexOf('Writing'); presses += 1) await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL('/t/writing')
  await expect(topic).toHaveCount(0)
})

test('remembers searches until the member signs out', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await openHydratedPage(page, '/')
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await field.fill('lighthouse')
  await field.press('Enter')
  await expect(page).toHaveURL('/?q=lighthouse')
  // The list closes when the user navigates to another page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse')
  await field.fill('')
  await expect(page.getByRole('option', { name: 'lighthouse' })).toBeVisible()
  await field.press('Escape')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Login/ })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
})

for (const [width, landmark] of [
  [1440, 'complementary'],
  [1024, 'complementary'],
  [390, 'dialog'],
] as const)
  test(`has one list of links about the site at ${width} px`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openHydratedPage(page, '/t/writing')
    if (landmark === 'dialog') await page.getByRole('button', { name: 'Open menu' }).click()
    const links = page.getByRole(landmark).getByRole('navigation', { name: 'About this site' })
    await expect(links).toHaveCount(1)
    await expect(links.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/t/writing/feed.xml')
    await links.getByRole('button', { name: 'Shortcuts' }).click()
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

test('shows visitors what an admin has written about the site', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signIn(context, { isAdmin: true })
  await openHydratedPage(page, '/admin?tab=pages&sort=terms')
  await page.getByLabel('Text of the page Terms').fill('Be **kind** to each other.')
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('kind')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Use the default text' })).toBeVisible()
  const visitor = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage()
  await visitor.goto('/terms')
  await expect(visitor.getByRole('main')).toContainText('Be kind to each other.')
  await visitor.context().close()
})

test.describe('An unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })

  test('suggests similar topics and a search for its words', { tag: '@full' }, async ({ page }) => {
    await page.goto('/t/writting')
    await expect(page.getByRole('link', { name: 'Search for “writting”' })).toHaveAttribute(
      'href',
      '/?q=writting',
    )
    await page.getByRole('region', { name: 'Did you mean' }).getByRole('link', { name: 'Writing' }).click()
    await expect(page).toHaveURL('/t/writing')
  })

  test('suggests nothing if it is a private link', { tag: '@full' }, async ({ page, calls }) => {
    await openHydratedPage(page, '/private/writing-writing-writing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Post Not Found')
    await expect(page.getByRole('link', { name: /^Search for/ })).toHaveCount(0)
    expect(calls.filter((url) => url.includes('/api/search'))).toEqual([])
  })
})
