import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

const END = "You've reached the end of the posts."
const cards = (page: Page) => page.getByRole('feed').locator('[aria-posinset]')

/** Scrolls with the pointer over the feed because the sidebar has its own scroll area. */
const wheel = async (page: Page, pixels: number): Promise<void> => {
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, pixels)
}

/** Turns the wheel and waits until the page has stopped scrolling. */
const wheelToRest = async (page: Page, pixels: number): Promise<void> => {
  const before = await page.evaluate(() => scrollY)
  await wheel(page, pixels)
  await page.waitForFunction(
    (y) => scrollY !== y || scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
    before,
  )
  await page.waitForFunction(async () => {
    const y = scrollY
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return scrollY === y
  })
}

/** Scrolls until the end marker of the feed appears. */
const scrollToEnd = (page: Page): Promise<void> =>
  expect(async () => {
    await wheel(page, 1_500)
    await expect(page.getByText(END)).toBeInViewport({ timeout: 100 })
  }).toPass({ timeout: 20_000, intervals: [50] })

/** Finds the first card whose title is wholly on the screen, because a click on another title would scroll first. */
const firstOnScreen = (page: Page) =>
  page.evaluate(() => {
    const titles = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => {
      const { top = 0, bottom = 0 } = card.querySelector('h2 a')?.getBoundingClientRect() ?? {}
      return { card: card.dataset.card, top, bottom }
    })
    return titles.find(({ top, bottom }) => top > 80 && bottom < innerHeight)
  })

test('the server renders the cards, so that they appear without JavaScript', async ({ browser, baseURL }) => {
  const page = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage()
  await page.goto('/')
  await expect(cards(page)).toHaveCount(10)
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await expect(page).toHaveURL(/types=Code/)
  await expect(cards(page).first()).toContainText('Code')
  await page.locator('summary', { hasText: 'Any model' }).click()
  await page.getByRole('combobox', { name: 'Models' }).selectOption('Claude Code')
  await page.getByRole('button', { name: 'Show' }).click()
  // The form submits the name of the model; links contain its id.
  await expect(page).toHaveURL(/types=Code&models=Claude\+Code/)
  await page.locator('summary', { hasText: 'Claude Code' }).click()
  await expect(page.getByRole('combobox', { name: 'Models' })).toHaveValue('Claude Code')
  await page.locator('summary', { hasText: /^(This month|This year|All time)$/ }).click()
  await page.getByRole('link', { name: 'This year' }).click()
  await expect(page).toHaveURL(/types=Code&models=claude-code&window=year/)
  await page.context().close()
})

test('pages through a feed and a search without JavaScript, with each post on one page only', {
  tag: '@full',
}, async ({ browser, baseURL }) => {
  const page = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage()
  const continued: string[] = []
  for (const path of [
    '/',
    '/new',
    '/popular',
    '/t/learning',
    '/?types=Text&sortBy=new',
    '/u/collection',
    '/?q=a',
  ]) {
    await page.goto(path)
    const titles = await cards(page).getByRole('heading').allInnerTexts()
    const next = page.getByRole('link', { name: 'More posts' })
    if (titles.length < 10) {
      await expect(next).toHaveCount(0)
      continue
    }
    await next.click()
    await expect(page).toHaveURL(/after=/)
    // A list of exactly ten posts, which other tests can leave behind, links to a page without posts.
    const end = page.getByText("You've reached the end of the posts.")
    await expect(cards(page).first().or(end).first()).toBeVisible()
    const others = await cards(page).getByRole('heading').allInnerTexts()
    if (others.length > 0) continued.push(path)
    expect(
      titles.filter((title) => others.includes(title)),
      path,
    ).toEqual([])
    await page.getByRole('link', { name: 'Back to the first posts' }).click()
    await expect(page).toHaveURL(path)
  }
  expect(continued).toEqual(expect.arrayContaining(['/', '/new', '/popular']))
  await page.context().close()
})

test('continues a feed from the cursor in the URL, and shows the whole feed for an invalid one', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/new')
  const last = await cards(page).nth(9).getAttribute('aria-labelledby')
  await expect(page.getByRole('link', { name: 'More posts' })).toHaveCount(0)
  const response = await page.request.get('/new')
  const [, href = ''] = /rel="next" href="([^"]+)"/.exec(await response.text()) ?? []
  await page.goto(href)
  await expect(cards(page)).toHaveCount(10)
  expect(await cards(page).first().getAttribute('aria-labelledby')).not.toBe(last)
  await scrollToEnd(page)
  await page.getByRole('link', { name: 'Back to the first posts' }).click()
  await expect(page).toHaveURL('/new')
  await expect(cards(page).nth(9)).toHaveAttribute('aria-labelledby', last ?? '')
  await page.goto('/new?after=0_1_1')
  await expect(page.getByText(END)).toBeVisible()
  for (const junk of ['1', 'a_b_c', "'", '%00', '1_99999999999999_99999999999']) {
    expect((await page.goto(`/new?after=${junk}`))?.status(), junk).toBe(200)
    await expect(cards(page).nth(9)).toHaveAttribute('aria-labelledby', last ?? '')
    expect((await page.goto(`/?q=music&after=${junk}`))?.status(), junk).toBe(200)
  }
})

test('keeps filters in the URL, and across a reload and Back', async ({ page }) => {
  await page.goto('/')
  const filters = page.getByRole('navigation', { name: 'Filters' })
  await filters.getByRole('link', { name: 'Image', exact: true }).click()
  await expect(page).toHaveURL('/?types=Image')
  // The address changes before the list and its filters do.
  await expect(filters.getByRole('link', { name: 'Image', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await filters.locator('summary', { hasText: 'Any model' }).click()
  await filters.getByRole('link', { name: 'Midjourney' }).click()
  await expect(page).toHaveURL('/?types=Image&models=midjourney')
  await expect(filters.locator('summary').first()).toHaveText('Midjourney')
  await filters.getByRole('link', { name: 'New', exact: true }).click()
  await expect(page).toHaveURL('/?types=Image&models=midjourney&sortBy=new')
  await page.reload()
  await expect(filters.getByRole('link', { name: 'Image', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(filters.locator('summary').first()).toHaveText('Midjourney')
  for (const card of await cards(page).all()) await expect(card).toContainText('Image')
  await page.goBack()
  await expect(page).toHaveURL('/?types=Image&models=midjourney')
})

test('drops models that another type does not offer', { tag: '@full' }, async ({ page }) => {
  await page.goto('/?types=Image&models=midjourney')
  const filters = page.getByRole('navigation', { name: 'Filters' })
  await filters.getByRole('link', { name: 'Text', exact: true }).click()
  await expect(page).toHaveURL(/types=Text/)
  await expect(filters.getByRole('link', { name: 'Text', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await filters.getByRole('link', { name: 'Image', exact: true }).click()
  await expect(page).toHaveURL('/?types=Text')
})

test('ignores invalid parameters in the URL', { tag: '@full' }, async ({ page }) => {
  for (const path of [
    '/?types=Poem&models=abacus&sortBy=worst&x=1',
    '/new?types=%00',
    '/?sortBy=top&sortBy=new',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(cards(page)).toHaveCount(10)
  }
})

test('loads every post once while scrolling and marks the end of the feed', { tag: '@full' }, async ({
  page,
}) => {
  const loaded: number[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/posts?')) {
      loaded.push(...((await response.json()) as { id: number }[]).map(({ id }) => id))
    }
  })
  await page.goto('/new')
  const first = await cards(page).evaluateAll((all) =>
    all.map((card) => Number(card.getAttribute('aria-labelledby')?.slice('post-'.length))),
  )
  await scrollToEnd(page)
  const rows = await getSiteSql()<
    { id: number }[]
  >`select id from posts where not is_private order by created_at desc, id desc`
  expect(rows.length).toBeGreaterThanOrEqual(40)
  // The last response may still be read when the end of the feed is on the screen.
  await expect.poll(() => [...first, ...loaded]).toEqual(rows.map(({ id }) => id))
  await expect(cards(page).last()).toHaveAttribute('aria-posinset', String(rows.length))
})

test('shows an advertising card after every fifth post', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/')
  const order = await page
    .getByRole('feed')
    .locator('article')
    .evaluateAll((all) => all.map((card) => (card.ariaLabel === 'Advertisement' ? 'ad' : 'post')).join(' '))
  expect(order).toMatch(/^(post ){5}ad (post ){5}ad/)
  await page.getByRole('button', { name: 'Advertise here' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
})

test("restores a feed's exact scroll position on Back, even after a reload", async ({ page }) => {
  await openHydratedPage(page, '/new')
  for (let i = 0; i < 12; i += 1) {
    // A script scrolls the page, because a wheel would go on while the position is measured.
    await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }))
    await waitForAnimationFrames(page)
  }
  await page.waitForLoadState('networkidle')
  const before = await firstOnScreen(page)
  expect(before).toBeDefined()
  const isThere = async () => {
    const now = await firstOnScreen(page)
    expect(now?.card).toBe(before?.card)
    expect(Math.abs((now?.top ?? 0) - (before?.top ?? 0))).toBeLessThanOrEqual(1)
  }
  const openOne = () =>
    page
      .locator(`[data-card="${before?.card}"]`)
      .getByRole('heading')
      .getByRole('link')
      .click({ position: { x: 5, y: 5 } })
  await openOne()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.goBack()
  await expect(isThere).toPass({ timeout: 15_000 })
  await page.reload()
  await waitForHydration(page)
  await expect(isThere).toPass({ timeout: 15_000 })
  await openOne()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.goBack()
  await expect(isThere).toPass({ timeout: 15_000 })
})

test('focuses the opened card again after Back', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/new')
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('j')
  const card = cards(page).nth(5)
  const title = card.getByRole('heading').getByRole('link')
  await expect(card).toBeFocused()
  for (const isReloaded of [false, true]) {
    await title.focus()
    const before = await card.boundingBox()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
    if (isReloaded) await page.reload()
    await waitForHydration(page)
    await page.goBack()
    await expect(title).toBeFocused()
    await expect(title).toHaveCSS('outline-style', 'solid')
    expect((await card.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
    await page.keyboard.press('Tab')
    expect(await card.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
})

test('shows mouse users no focus ring after Back', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/new')
  const title = cards(page).nth(2).getByRole('heading').getByRole('link')
  for (const isReloaded of [false, true]) {
    await title.click()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
    if (isReloaded) await page.reload()
    await waitForHydration(page)
    await page.goBack()
    await expect(title).toBeFocused()
    await expect(title).toHaveCSS('outline-style', 'none')
  }
})

test('shifts no content while a feed is scrolled', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput)
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/?types=Image,Video', '/t/learning', '/u/ananyarao']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    for (let i = 0; i < 8; i += 1) {
      await wheelToRest(page, 800)
    }
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.02)
  }
})

test('opens the post when its card is clicked, in a new tab with Ctrl or the middle button', {
  tag: '@full',
}, async ({ page, context }) => {
  await page.goto('/')
  const card = cards(page).first()
  const title = await card.getByRole('heading').innerText()
  const free = { position: { x: 200, y: 2 } }
  for (const click of [
    { ...free, modifiers: ['ControlOrMeta' as const] },
    { ...free, button: 'middle' as const },
  ]) {
    const opened = context.waitForEvent('page')
    await card.click(click)
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(title)
    expect(new URL(page.url()).pathname).toBe('/')
  }
  await card.click(free)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('does not open the post when the user selects text', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  const box = await cards(page).first().locator('p').first().boundingBox()
  if (!box) throw new Error('The first card has no description')
  await page.mouse.move(box.x + 4, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 8, { steps: 4 })
  await page.mouse.up()
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('j and k move between cards, o opens the post, c leads to the comments', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  await expect(cards(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cards(page).nth(0)).toBeFocused()
  const title = await cards(page).first().getByRole('heading').innerText()
  await page.keyboard.press('b')
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('Enter opens the card selected with j and k, and still follows a focused link inside it', {
  tag: '@full',
}, async ({ page }) => {
  await openHydratedPage(page, '/')
  await page.waitForLoadState('networkidle')
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('j')
  const card = cards(page).nth(1)
  await expect(card).toBeFocused()
  const title = await card.getByRole('heading').innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  const author = cards(page).first().locator('a[href^="/u/"]').first()
  const profile = await author.getAttribute('href')
  await author.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(profile ?? '')
})

/** Returns the path of a post with several models, whose page lists them in a tooltip. */
const findPathWithModels = async (): Promise<string> => {
  const [post] = await getSiteSql()<{ id: number }[]>`
    select id from posts where cardinality(models) > 1 and not is_private limit 1`
  return `/post/${post?.id}`
}

test("'+N' lists the models in a tooltip", { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, await findPathWithModels())
  await page
    .getByRole('button', { name: / models: / })
    .first()
    .hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 } })

  test("a tap on '+N' lists the models; Escape or a tap elsewhere hides them", { tag: '@full' }, async ({
    page,
  }) => {
    await openHydratedPage(page, await findPathWithModels())
    const url = page.url()
    const badge = page.getByRole('button', { name: / models: / }).first()
    const tooltip = page.getByRole('tooltip')
    await badge.tap()
    await expect(tooltip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await badge.tap()
    await expect(tooltip).toBeVisible()
    await page.getByRole('banner').tap({ position: { x: 2, y: 2 } })
    await expect(tooltip).toHaveCount(0)
    await expect(page).toHaveURL(url)
  })
})

test('shows no hero to members', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: 'Find prompts' })).toHaveCount(0)
})

test.describe('a failing network', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is reported in the feed, which can be retried', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/new')
    await page.route('**/api/posts?*', (route) => route.abort())
    await wheel(page, 20_000)
    await expect(page.getByText('Failed to load posts. Please try again.')).toBeVisible()
    await expect(page.getByText('Network response was not ok')).toBeVisible()
    await page.unroute('**/api/posts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Failed to load posts.')).toHaveCount(0)
    await scrollToEnd(page)
  })

  test('that the browser reports as offline is shown, and the feed continues when it is back', {
    tag: '@full',
  }, async ({ page, context }) => {
    await openHydratedPage(page, '/popular')
    await context.setOffline(true)
    await wheel(page, 20_000)
    await expect(page.getByText('Failed to load posts. Please try again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Failed to load posts.')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(20)
  })

  test('is reported in place of a feed that was opened through a link', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto('/leaderboard')
    await page.route('**/api/posts?*', (route) => route.abort())
    await page.getByRole('navigation').getByRole('link', { name: 'New', exact: true }).click()
    await expect(page.getByText('Failed to load posts. Please try again.')).toBeVisible()
    await page.unroute('**/api/posts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(10)
  })
})
