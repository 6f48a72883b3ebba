import type { Page } from '@playwright/test'
import { getSiteSql } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrollOffset = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Returns the path of a post whose page is taller than the viewport. */
const aPost = async (): Promise<string> => {
  const [post] = await getSiteSql()<{ id: number }[]>`
    select id from posts where not is_private order by comment_count desc, id limit 1`
  return `/post/${post?.id}`
}

test.use({ viewport: { width: 1280, height: 400 } })

test('opens a new page at the top; Back, Forward and a reload restore the scroll position', {
  tag: '@full',
}, async ({ page }) => {
  await openHydratedPage(page, await aPost())
  await page.evaluate(() => scrollTo(0, 260))
  await sidebar(page).getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  expect(await scrollOffset(page)).toBe(0)
  await page.evaluate(() => scrollTo(0, 120))
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await expect.poll(() => scrollOffset(page)).toBe(260)
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => scrollOffset(page)).toBe(260)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await expect.poll(() => scrollOffset(page)).toBe(120)
})

test('restores the scroll position of a page from the back/forward cache', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, await aPost())
  await page.evaluate(() => scrollTo(0, 260))
  await expect.poll(() => scrollOffset(page)).toBe(260)
  // The scroll position is stored only after a frame has been rendered.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    scrollTo(0, 0)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await scrollOffset(page)).toBe(260)
})

test("a card's comment link opens the comments, and Back returns to the card", { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/popular')
  await page
    .getByRole('feed')
    .getByRole('link', { name: / comments?$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/#comments$/)
  await expect(page.locator('#comments')).toBeInViewport()
  expect(await scrollOffset(page)).toBeGreaterThan(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Popular Posts' })).toBeVisible()
})

test('prefetches code and data once when the pointer rests on a link', { tag: '@full' }, async ({
  page,
  calls,
}) => {
  await openHydratedPage(page, '/leaderboard')
  const link = sidebar(page).getByRole('link', { name: 'New', exact: true })
  const feeds = () => calls.filter((url) => url.includes('/api/posts?')).length
  await link.hover()
  await expect.poll(feeds).toBe(1)
  await expect(page).toHaveURL('/leaderboard')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New' })).toBeVisible()
  expect(feeds()).toBe(1)
})

test("opens a link in a new tab the browser's own way", { tag: '@full' }, async ({ page, context }) => {
  await openHydratedPage(page, '/leaderboard')
  const link = sidebar(page).getByRole('link', { name: 'Trending' })
  for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = context.waitForEvent('page')
    await link.click(click)
    const tab = await opened
    // `toHaveURL` also waits for the tab's load event, which Playwright misses if the tab loads before it is watched.
    await expect.poll(() => new URL(tab.url()).pathname).toBe('/popular')
    await expect(page).toHaveURL('/leaderboard')
  }
})

test('updates the document head with the page', async ({ page }) => {
  await openHydratedPage(page, '/settings')
  await sidebar(page).getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveTitle('Trending Posts')
  const canonical = page.locator('head link[rel=canonical]')
  const description = page.locator('head meta[name=description]')
  const before = await description.getAttribute('content')
  await expect(canonical).toHaveAttribute('href', /\/popular$/)
  await sidebar(page).getByRole('link', { name: 'New', exact: true }).click()
  await expect(page).toHaveTitle('New Posts')
  await expect(canonical).toHaveCount(1)
  await expect(canonical).toHaveAttribute('href', /\/new$/)
  await expect(description).toHaveCount(1)
  expect(await description.getAttribute('content')).not.toBe(before)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(canonical).toHaveCount(0)
})

test('replaces a redirected URL in the history', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/leaderboard')
  await page.evaluate(() => {
    history.pushState(null, '', '/u/AnanyaRao/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/u/ananyarao')
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
})

test.describe('a page whose data fails to load', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('shows the error within the layout and can be retried', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/settings')
    await page.route('**/api/leaderboard*', (route) => route.abort())
    await sidebar(page).getByRole('link', { name: 'Leaderboard' }).click()
    await expect(page.getByRole('alert')).toBeAttached()
    await expect(sidebar(page)).toBeVisible()
    await page.unroute('**/api/leaderboard*')
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  })

  test('shows an error offline, with or without its code, and can be retried', async ({ page, context }) => {
    await openHydratedPage(page, '/popular')
    const links = page.getByRole('feed').getByRole('heading').getByRole('link')
    const titles = await links.allTextContents()
    const heading = (at: number) =>
      page.getByRole('heading', { level: 1, name: titles[at] ?? '', exact: true })
    for (const at of [0, 1]) {
      await context.setOffline(true)
      await links.nth(at).click()
      const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
      await expect(retry).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(sidebar(page)).toBeVisible()
      await context.setOffline(false)
      await retry.click()
      await expect(heading(at)).toBeVisible()
      await page.goBack()
      await expect(links.nth(at)).toBeVisible()
    }
  })

  test('can be left for another page', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/settings')
    await page.route('**/api/leaderboard*', (route) => route.abort())
    const release = await pauseRequests(page, '**/api/leaderboard*')
    await sidebar(page).getByRole('link', { name: 'Leaderboard' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'Optimize Prompt' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'AI Prompt Optimizer' })).toBeVisible()
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/leaderboard'))
    release()
    await failed
    await waitForAnimationFrames(page)
    await expect(page).toHaveURL('/optimize')
    await expect(page.getByRole('heading', { level: 1, name: 'AI Prompt Optimizer' })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})
