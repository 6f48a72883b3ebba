import type { Page, Request } from '@playwright/test'
import { type PageName, pages } from '#core/pages.ts'
import { measureFirstVisit } from '../../bench/first-visit.ts'
import { findSeriousViolations, findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { seedSidebarTopics, setSession } from './support/members.ts'
import { createPageContent, type PageContent } from './support/page-content.ts'
import { pathOf, type Visit, visitsOf } from './support/page-visits.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const SITE_NAME = 'Prompt Collection'
/** What can be open on a page, the topmost first. */
const OPENED = ['[role=dialog], dialog[open]', '[role=menu]', '[role=listbox]', '[role=tabpanel]']
/** Widths of text are fractions of a pixel, whose sum may be rounded up. */
const ROUNDING = 1
const WIDE = { width: 1440, height: 900 }

/** The workers share these tests. One alone would still run them when the others have nothing left to do. */
test.describe.configure({ mode: 'parallel' })

let content: PageContent
test.beforeAll(async () => {
  await seedSidebarTopics()
  content = await createPageContent()
})

/** Chromium does not know all features that the Permissions-Policy header forbids. */
const EXPECTED_WARNING = /^Error with Permissions-Policy header: Unrecognized feature/

/** Lists what reaches over the window's right edge, if the page can be scrolled sideways. */
const listOverflowing = (page: Page): Promise<string[]> =>
  page.evaluate((rounding) => {
    scrollTo({ left: 10_000, behavior: 'instant' })
    const offset = scrollX
    scrollTo({ left: 0, behavior: 'instant' })
    if (offset <= rounding) return []
    const isOver = (element: Element) => element.getBoundingClientRect().right > innerWidth + rounding
    const over = [...document.querySelectorAll('body *')].filter(isOver)
    const outermost = over.filter((element) => !element.parentElement || !isOver(element.parentElement))
    return [`${offset} px`, ...outermost.map((element) => element.outerHTML.slice(0, 200))]
  }, ROUNDING)

/** Returns the default title of a page whose path has no parameters. */
const titleOf = (name: PageName): string => {
  const { title = SITE_NAME } = pages[name]
  return typeof title === 'string' ? title : title(SITE_NAME, {})
}

const expectToFit = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ ...WIDE, width })
  // What is open follows the window in the next frames.
  await expect.soft.poll(() => listOverflowing(page), { message: `overflow at ${width} px` }).toEqual([])
}

const expectNoViolations = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  expect.soft(await findSeriousViolations(page), `violations in the ${colorScheme} theme`).toEqual([])
}

/** Readers choose the size of text in their browser's settings; twice the default size is what WCAG 2.2, 1.4.4 asks for. */
const withLargeText = async (page: Page, check: () => Promise<void>): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  expect.soft(await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('32px')
  await test.step('with text of twice the size', check)
  await client.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await client.detach()
}

/**
 * Lists what is open and reaches over an edge of the window, and what in it is cut off at its side or can be scrolled sideways.
 * Rows that are made for that, and texts that end with an ellipsis, are left out.
 */
const listCutOff = (page: Page, opened: string): Promise<string[]> =>
  page.locator(opened).evaluateAll((roots) =>
    roots.flatMap((root) => {
      const nameOf = (element: Element) => `${element.tagName} ${element.className}`
      const { left, right, width } = root.getBoundingClientRect()
      const isOver = width > 0 && (left < -1 || right > innerWidth + 1)
      const cut = [root, ...root.querySelectorAll('*')].filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element)
        return (
          overflowX !== 'visible' &&
          textOverflow !== 'ellipsis' &&
          !element.matches('.overflow-x-auto, input, textarea, svg') &&
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 1
        )
      })
      return [
        ...(isOver ? [`${Math.round(left)} to ${Math.round(right)}: ${nameOf(root)}`] : []),
        ...cut.map((element) => `${element.scrollWidth} of ${element.clientWidth}: ${nameOf(element)}`),
      ]
    }),
  )

const isFull = process.env.FULL_TESTS === 'true'
/** Text of twice the size is looked at in the narrowest window, where it fits worst, and in `npm run test:full` in all. */
const widthsForLargeText = (widths: readonly number[]) => (isFull ? widths : [320])

/** Checks a page as it is at first: on a wide screen in the light theme, and on a phone in the dark one. */
const expectPageToBeUsable = async (page: Page): Promise<void> => {
  await expectNoViolations(page, 'light')
  for (const width of [WIDE.width, 768, 390, 320]) await expectToFit(page, width)
  await expectNoViolations(page, 'dark')
  await withLargeText(page, async () => {
    for (const width of widthsForLargeText([WIDE.width, 768, 390, 320])) await expectToFit(page, width)
  })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(WIDE)
}

/** Checks what is open on a page; the rest of it has been checked before. Leaves the window wide. */
const expectStateToBeUsable = async (page: Page): Promise<void> => {
  let part = 'main'
  for (const opened of OPENED.toReversed()) if ((await page.locator(opened).count()) > 0) part = opened
  expect.soft(await findViolationsInBothThemes(page, part)).toEqual(NO_VIOLATIONS)
  const liesOverPage = part !== 'main' && part !== '[role=tabpanel]'
  const expectOpenToFit = async (width: number) => {
    if (!liesOverPage) return expectToFit(page, width)
    await page.setViewportSize({ ...WIDE, width })
    await expect.soft.poll(() => listCutOff(page, part), { message: `cut off at ${width} px` }).toEqual([])
  }
  for (const width of [768, 390]) await expectOpenToFit(width)
  await withLargeText(page, async () => {
    for (const width of widthsForLargeText([390, 320])) await expectOpenToFit(width)
  })
  await page.setViewportSize(WIDE)
}

/** Runs in the browser. */
const ignoreLongTimers = () => {
  const { setTimeout } = window
  const replacement = (run: () => void, ms = 0) => (ms >= 3_000 ? 0 : setTimeout(run, ms))
  window.setTimeout = replacement as typeof setTimeout
}

/** `npm test -- --changed` sets this if only code of the server has changed, which decides how no page looks. */
const areShort = process.env.SHORT_VISITS === 'true'

/** Opens a page and, one after another, everything that can be open on it. */
const makeVisit = async (page: Page, name: PageName, visit: Visit): Promise<void> => {
  const { viewer = 'visitor', heading, status = 200, states = {} } = visit
  const isShort = areShort || (visit.isSimilar && !isFull)
  const calls: string[] = []
  const record = (request: Request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  }
  await page.context().clearCookies()
  if (viewer !== 'visitor') await setSession(page.context(), content.sessions[viewer])
  page.on('request', record)
  if (visit.leavesByItself) await page.addInitScript(ignoreLongTimers)
  const response = await page.goto(pathOf(name, visit, content))
  expect(response?.status()).toBe(status)
  await expect(page.getByRole('heading', { level: 1, ...(heading && { name: heading }) })).toHaveCount(1)
  if (!visit.path && !pages[name].isBare) await expect(page).toHaveTitle(titleOf(name))
  await waitForHydration(page)
  if (!isShort) await expectPageToBeUsable(page)
  await page.waitForLoadState('networkidle')
  if (viewer === 'visitor' && !visit.requestsMore) expect(calls).toEqual([])
  page.off('request', record)
  for (const [state, open] of Object.entries(isShort ? {} : states))
    await test.step(state, async () => {
      await open(page, content)
      await expectStateToBeUsable(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  // The next visit must not see what this one has kept in the browser, and no request may be left behind.
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
}

/** `npm test -- --changed` names the pages that the change concerns. */
const chosen = process.env.VISITED_PAGES?.split(',')

for (const name of (Object.keys(pages) as PageName[]).filter((name) => chosen?.includes(name) ?? true))
  test.describe(() => {
    const visits = visitsOf(name)
    test.use({ viewport: WIDE, expectedErrors: visits.flatMap(({ expectedErrors = [] }) => expectedErrors) })

    test(`the page ${name} hydrates without a warning, is accessible and fits every screen`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      const warnings: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning' && !EXPECTED_WARNING.test(message.text()))
          warnings.push(message.text())
      })
      for (const visit of visits)
        await test.step(`as ${visit.viewer ?? 'visitor'}: ${pathOf(name, visit, content)}`, () =>
          makeVisit(page, name, visit))
      expect(warnings).toEqual([])
    })
  })

test('a first visit loads at most 115 kB of JavaScript, and one to a post 17 kB more', async ({
  baseURL,
}) => {
  const measure = async (path: string) => (await measureFirstVisit(baseURL ?? '', path)).scripts
  for (const path of ['/', '/new', '/?q=prompt'])
    expect.soft(await measure(path), path).toBeLessThanOrEqual(115_000)
  const post = await measure(`/post/${content.own.id}`)
  // The buttons that report the post and its comments, and its labels, take 250 bytes more; the boundaries that contain
  // the failure of a part of the page take 100.
  expect(post).toBeLessThanOrEqual(132_400)
  expect(post).toBeGreaterThan(50_000)
})

test('an unknown browser language gets everything in English', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'C' }))
  await openHydratedPage(page, '/popular')
  await expect(page.getByRole('article').first().getByRole('time')).toHaveAttribute('title', / at \d/)
})

test('denies visitors the admin panel and redirects them to the home page', async ({ page }) => {
  await page.clock.install()
  await openHydratedPage(page, '/admin')
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/')
})

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/], viewport: WIDE })

  test('leads on to the home page, and to a search only if it finds something', async ({ page }) => {
    const topOfRail = () => page.locator('.rail-boxes').evaluate((rail) => rail.getBoundingClientRect().top)
    await page.goto('/popular')
    const top = await topOfRail()
    await page.goto('/t/writting')
    await expect(page.getByRole('main').getByRole('link', { name: 'Search for “writting”' })).toBeVisible()
    const suggestions = page.waitForResponse(/\/api\/search\/suggestions/)
    await page.goto('/no/such/qqqqxyzzy')
    expect(await topOfRail(), 'the rail is as high as beside longer pages').toBe(top)
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(1)
    await waitForHydration(page)
    await (await suggestions).finished()
    await expect(page.getByRole('main').getByRole('link', { name: /^Search for “/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/')
    await expect(page).toHaveTitle(/^Prompt Collection – /)
  })
})
