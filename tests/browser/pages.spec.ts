import type { Page } from '@playwright/test'
import { type PageName, pages } from '#core/pages.ts'
import { measureFirstVisit } from '../../bench/first-visit.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { seedSidebarTopics, setSession } from './support/members.ts'
import { createPageContent, type PageContent } from './support/page-content.ts'
import { pathOf, visitsOf } from './support/page-visits.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const WIDE = { width: 1440, height: 900 }
const NARROWER = [768, 390]

let content: PageContent
test.beforeAll(async () => {
  await seedSidebarTopics()
  content = await createPageContent()
})

/** Chromium does not know all features that the Permissions-Policy header forbids. */
const EXPECTED_WARNING = /^Error with Permissions-Policy header: Unrecognized feature/

/** Returns by how many pixels the page can be scrolled sideways. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' })
    const offset = scrollX
    scrollTo({ left: 0, behavior: 'instant' })
    return offset
  })

/**
 * Expects that the page as it is now has no serious accessibility violation in either theme, and cannot be scrolled
 * sideways at any width. Leaves the window wide.
 */
const expectToBeUsable = async (page: Page): Promise<void> => {
  expect.soft(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  expect.soft(await overflowOf(page), 'overflow of the wide page').toBeLessThanOrEqual(0)
  for (const width of NARROWER) {
    await page.setViewportSize({ ...WIDE, width })
    // What is open follows the window in the next frames.
    await expect.soft
      .poll(() => overflowOf(page), { message: `overflow at ${width} px`, timeout: 2_000 })
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(WIDE)
}

for (const name of Object.keys(pages) as PageName[])
  for (const [index, visit] of visitsOf(name).entries()) {
    const { viewer = 'visitor', heading, status = 200, states = {}, expectedErrors } = visit
    test.describe(() => {
      test.use({ viewport: WIDE, expectedErrors: expectedErrors ? [expectedErrors] : [] })

      test(`the page ${name} (visit ${index + 1}, ${viewer}) hydrates, is accessible and fits every screen`, async ({
        page,
        context,
        calls,
      }) => {
        if (viewer !== 'visitor') await setSession(context, content.sessions[viewer])
        const warnings: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'warning' && !EXPECTED_WARNING.test(message.text()))
            warnings.push(message.text())
        })
        const response = await page.goto(pathOf(name, visit, content))
        expect(response?.status()).toBe(status)
        await expect(page.getByRole('heading', { level: 1, ...(heading && { name: heading }) })).toHaveCount(
          1,
        )
        await waitForHydration(page)
        await expectToBeUsable(page)
        await page.waitForLoadState('networkidle')
        if (viewer === 'visitor' && !visit.requestsMore) expect(calls).toEqual([])
        for (const [state, open] of Object.entries(states))
          await test.step(state, async () => {
            await open(page, content)
            await expectToBeUsable(page)
            await page.keyboard.press('Escape')
            await expect(page.getByRole('dialog')).toHaveCount(0)
          })
        expect(warnings).toEqual([])
      })
    })
  }

test('a first visit loads at most 130 kB of JavaScript', async ({ baseURL }) => {
  const { scripts } = await measureFirstVisit(baseURL ?? '')
  expect(scripts).toBeGreaterThan(50_000)
  expect(scripts).toBeLessThanOrEqual(130_000)
})

test('an unknown browser language gets everything in English', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'C' }))
  await page.goto('/popular')
  await waitForHydration(page)
  await expect(page.getByRole('article').first().getByRole('time')).toHaveAttribute('title', / at \d/)
})

test('denies visitors the admin panel and redirects them to the home page', async ({ page }) => {
  await page.clock.install()
  await page.goto('/admin')
  await waitForHydration(page)
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/')
})

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })

  test('leads on to a search and to the home page', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/')
    await expect(page).toHaveTitle(/^Prompt Collection – /)
  })
})
