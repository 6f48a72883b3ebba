import type { Locator } from '@playwright/test'
import { listViolatingElements } from './support/axe.ts'
import { seedSidebarTopics, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test.beforeAll(seedSidebarTopics)

const VISITOR_LINKS = ['Home', 'Trending', 'New', 'Leaderboard', 'Optimize Prompt NEW']

test.describe('the layout on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test("cuts neither a card's author nor its topic", { tag: '@full' }, async ({ page }) => {
    await page.goto('/new')
    const cut = await page
      .locator('.card-byline .truncate')
      .evaluateAll((names) =>
        names
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((name) => name.textContent),
      )
    expect(cut).toEqual([])
  })
})

test.describe('the layout on a desktop', () => {
  test('has a banner, a navigation and a main landmark', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    // For a few seconds, the anonymous response cache may return a version of the page from before the topic existed.
    await expect(async () => {
      await page.goto('/leaderboard')
      await expect(navigation.getByRole('link', { name: 'Browser Tests HOT' })).toBeVisible({
        timeout: 1_000,
      })
    }).toPass()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    for (const name of VISITOR_LINKS) {
      await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(navigation.getByRole('heading', { name: 'All Topics' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Bookmarks' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Notifications' })).toHaveCount(0)
    const box = await navigation.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(268)
  })

  test('marks the current link', { tag: '@full' }, async ({ page }) => {
    await page.goto('/leaderboard')
    const current = page.getByRole('navigation').locator('[aria-current=page]')
    await expect(current).toHaveText('Leaderboard')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect(page).toHaveTitle('Optimize your AI prompts')
    await expect(current).toHaveText(/Optimize Prompt/)
  })

  test('scrolls to the top when the current link is clicked again', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await openHydratedPage(page, '/optimize')
    await page.evaluate(() => scrollTo(0, 200))
    await expect(page.getByRole('banner')).toHaveClass(/scrolled/)
    await page.getByRole('navigation').getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('banner')).not.toHaveClass(/scrolled/)
  })

  test('shows a member their own links, bell and account menu', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const username = await signIn(context)
    await page.goto('/leaderboard')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Bookmarks' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Private Posts' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Login/ })).toHaveCount(0)
    await waitForHydration(page)
    const account = page.getByRole('button', { name: 'Account menu' })
    await account.click()
    const menu = page.getByRole('menu', { name: 'Account menu' })
    await expect(menu.getByRole('menuitem')).toHaveText(['View Profile', 'Settings', 'Sign Out'])
    await expect(account).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(account).toBeFocused()
    await account.click()
    await account.click()
    await expect(menu).toHaveCount(0)
    await account.click()
    await menu.getByRole('menuitem', { name: 'View Profile' }).click()
    await expect(page).toHaveURL(`/u/${username}`)
  })

  test('shows admins a link to the admin panel', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context, { isAdmin: true })
    await openHydratedPage(page, '/optimize')
    await page.getByRole('button', { name: 'Account menu' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Admin Panel' }).press('Enter')
    await expect(page).toHaveURL('/admin')
  })
})

test('renders all content inside landmarks', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  expect(await listViolatingElements(page, ['region', 'landmark-unique'])).toEqual([])
})

test.describe('the header', () => {
  for (const width of [1280, 1536, 1920])
    test(`is as wide as the page content at ${width}`, { tag: '@full' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/new')
      const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, width: 0 }
      const banner = page.getByRole('banner')
      const [search, main] = [await box(banner.locator('form')), await box(page.getByRole('main'))]
      expect(Math.abs(search.x - main.x)).toBeLessThanOrEqual(2)
      const last = await box(banner.getByRole('button', { name: 'Login' }))
      const rail = await box(page.getByRole('complementary').last())
      expect(Math.abs(last.x + last.width - rail.x - rail.width)).toBeLessThanOrEqual(2)
    })

  test('searches on Enter, and leads to the home page if the field is empty', { tag: '@full' }, async ({
    page,
  }) => {
    await openHydratedPage(page, '/leaderboard')
    await page.keyboard.press('/')
    const search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
    await expect(search).toBeFocused()
    await search.fill('2024 & more')
    await search.press('Enter')
    await expect(page).toHaveURL('/?q=2024+%26+more')
    await expect(search).toHaveValue('2024 & more')
    await search.fill('')
    await search.press('Enter')
    await expect(page).toHaveURL('/')
  })

  test('keeps typed text while results load, and otherwise follows the URL', { tag: '@full' }, async ({
    page,
  }) => {
    await openHydratedPage(page, '/leaderboard')
    const release = await pauseRequests(page, '**/api/search?*')
    const search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
    await search.fill('lighthouse')
    await search.press('Enter')
    await search.fill('the next')
    release()
    await expect(page.getByRole('heading', { name: 'Results for “lighthouse”' })).toBeVisible()
    await expect(search).toHaveValue('the next')
    await page.goBack()
    await expect(search).toHaveValue('')
    await page.goForward()
    await expect(search).toHaveValue('lighthouse')
  })

  test('searches without JavaScript', { tag: '@full' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/leaderboard')
    await page.getByRole('searchbox', { name: 'Search' }).fill('fog')
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
    await expect(page).toHaveURL('/?q=fog')
    await context.close()
  })

  test('asks to sign in and returns the focus', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    const login = page.getByRole('button', { name: 'Login to Post' })
    await login.click()
    const dialog = page.getByRole('dialog', { name: 'Login' })
    await expect(dialog).toBeVisible()
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(login).toBeFocused()
  })
})

test.describe('the slide-out menu', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('opens, traps the focus, closes on Escape and returns the focus', async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('navigation', { name: 'Main' })).toBeVisible()
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press('Tab')
      const isOutside = await menu.evaluate(
        (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
      )
      expect(isOutside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('does not scroll the page behind it', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/new')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.mouse.move(360, 400)
    await page.mouse.wheel(0, 300)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The wheel must not have scrolled the page while the dialog was open, so the next movement scrolls it by exactly
    // 200 pixels.
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
  })

  test('closes when a link is clicked', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect(page).toHaveURL('/optimize')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('closes on Back and when the window grows wide', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    const opener = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await opener.click()
    await page.getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect(page).toHaveURL('/optimize')
    await expect(menu).toHaveCount(0)
    await opener.click()
    await expect(menu).toBeVisible()
    // The first Back closes the menu, the second one leaves the page.
    await page.goBack()
    await expect(menu).toHaveCount(0)
    await expect(page).toHaveURL('/optimize')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
    await opener.click()
    await expect(menu).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 700 })
    await expect(menu).toHaveCount(0)
  })

  test('is replaced by links below the page when JavaScript is off', { tag: '@full' }, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
      viewport: { width: 375, height: 700 },
    })
    const page = await context.newPage()
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    const main = await page.getByRole('main').boundingBox()
    const links = page.getByRole('navigation', { name: 'Main' })
    expect((await links.boundingBox())?.y).toBeGreaterThan((main?.y ?? 0) + (main?.height ?? 0) - 1)
    await links.getByRole('link', { name: /^Learning/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Learning' })).toBeVisible()
    await context.close()
  })

  test('works on phones of any width', { tag: '@full' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 900, height: 400 },
      userAgent:
        'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    })
    const page = await context.newPage()
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await context.close()
  })
})

test("opens the header's menus below their buttons if the browser identifies as Safari", {
  tag: '@full',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...args: string[]) =>
      args[0] === '-webkit-backdrop-filter' || supports(...(args as [string]))
  })
  await openHydratedPage(page, '/leaderboard')
  const button = page.getByRole('banner').getByRole('button', { name: 'Theme' })
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeInViewport({ ratio: 1 })
  const [above, below] = [await button.boundingBox(), await menu.boundingBox()]
  const right = ({ x, width }: { x: number; width: number }) => x + width
  expect(Math.abs((above ? right(above) : 0) - (below ? right(below) : 1e6))).toBeLessThan(24)
})
