import { type PageName, pages } from '#core/pages.ts'
import { measureFirstVisit } from '../../bench/first-visit.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { seedSidebarTopics } from './support/members.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test.beforeAll(seedSidebarTopics)

/** The main headings of some pages; every other page must have one as well. */
const HEADINGS: Partial<Record<PageName, string>> = {
  leaderboard: 'Leaderboard',
  optimize: 'AI Prompt Optimizer',
  bookmarks: 'Bookmarks',
  'private-posts': 'Private Posts',
  notifications: 'Notifications',
  settings: 'Account Settings',
  admin: 'Access Denied',
}

const SITE_NAME = 'Prompt Collection'

/** Every page with the layout whose path has no parameters. */
const PAGES = (Object.keys(pages) as PageName[]).flatMap((name) => {
  const { path, title = SITE_NAME, isBare } = pages[name]
  if (/[:*]/.test(path) || isBare) return []
  return [{ path, title: typeof title === 'string' ? title : title(SITE_NAME, {}), heading: HEADINGS[name] }]
})

for (const { path, title, heading } of PAGES) {
  test(`${path} is fully rendered on the server and hydrates without an API call`, async ({
    page,
    calls,
  }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveTitle(title)
    const headings = page.getByRole('heading', { level: 1, ...(heading && { name: heading }) })
    await expect(headings).toBeVisible()
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(calls).toEqual([])
  })

  test(`${path} has no serious accessibility violation in either theme`, async ({ page }) => {
    await page.goto(path)
    await waitForHydration(page)
    expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  })
}

test('loads at most 130 kB of JavaScript on a first visit', async ({ baseURL }) => {
  const { scripts } = await measureFirstVisit(baseURL ?? '')
  expect(scripts).toBeGreaterThan(50_000)
  expect(scripts).toBeLessThanOrEqual(130_000)
})

test('formats everything in English for an unknown browser language', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'C' }))
  await page.goto('/popular')
  await waitForHydration(page)
  await expect(page.getByRole('article').first().getByRole('time')).toHaveAttribute('title', / at \d/)
})

test('fits every page to the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  for (const { path } of PAGES) {
    await page.goto(path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})

test('denies visitors the admin panel and redirects them to the home page', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await expect(page).toHaveURL('/', { timeout: 8_000 })
})

test('the optimizer asks visitors to sign in and keeps their text', async ({ page }) => {
  await page.goto('/optimize')
  await waitForHydration(page)
  await page.getByLabel('Your prompt').fill('Write a poem')
  await page.getByRole('button', { name: 'Optimize Prompt' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Your prompt')).toHaveValue('Write a poem')
})

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })

  test('shows a page titled Page Not Found with status 404', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle('Page Not Found')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/')
    await expect(page).toHaveTitle(/^Prompt Collection – /)
  })
})
