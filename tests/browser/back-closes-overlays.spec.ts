import type { Page } from '@playwright/test'
import { paths } from '#core/paths.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { clickCreatePost } from './support/posts.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const getScrollOffset = (page: Page) => page.evaluate(() => scrollY)
const getHistoryLength = (page: Page) => page.evaluate(() => history.length)

const seedLongFeed = () => Promise.all(Array.from({ length: 6 }, () => seedPostByMember(null)))

test('Back on a phone closes what lies over the page, which stays where it was', async ({
  page,
  context,
}) => {
  await signIn(context)
  await seedLongFeed()
  await openHydratedPage(page, '/leaderboard')
  await openHydratedPage(page, '/new')
  await page.evaluate(() => scrollTo(0, 600))
  const offset = await getScrollOffset(page)

  await test.step('the slide-out menu', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toHaveCount(0)
    await expect(page).toHaveURL('/new')
    expect(await getScrollOffset(page)).toBe(offset)
  })

  await test.step('a menu', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    const item = page.getByRole('menuitem', { name: 'Settings' })
    await expect(item).toBeVisible()
    await page.goBack()
    await expect(item).toHaveCount(0)
    expect([new URL(page.url()).pathname, await getScrollOffset(page)]).toEqual(['/new', offset])
  })

  await test.step('a dialog, which keeps what was typed', async () => {
    const dialog = await clickCreatePost(page)
    await dialog.getByLabel('Title').fill('Half a title')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    expect([new URL(page.url()).pathname, await getScrollOffset(page)]).toEqual(['/new', offset])
    await clickCreatePost(page)
    await expect(dialog.getByLabel('Title')).toHaveValue('Half a title')
  })

  await test.step('the upper one of two overlays first', async () => {
    await page.goBack()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Theme' }).click()
    const theme = page.getByRole('menuitemradio', { name: 'Dark' })
    await expect(theme).toBeVisible()
    await page.goBack()
    await expect(theme).toHaveCount(0)
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toHaveCount(0)
  })

  await test.step('and once nothing is open, Back leaves the page', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/leaderboard')
  })
})

test('a dialog that was closed leaves nothing behind in the history', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/leaderboard')
  await openHydratedPage(page, '/about')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const open = () => page.getByRole('button', { name: 'Open menu' }).click()

  await open()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toHaveCount(0)
  const length = await getHistoryLength(page)
  for (let times = 0; times < 3; times += 1) {
    await open()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  expect(await getHistoryLength(page)).toBe(length)

  // Back skips the entry that the closed menu has left. Forward leads to the page, without the menu.
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
  await page.goForward()
  await expect(page).toHaveURL('/about')
  await expect(menu).toHaveCount(0)

  // A reload with an open menu shows the page without it, at its own entry.
  await open()
  await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1)
  await page.reload()
  await expect(menu).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
})

test('a link in what lies over the page leads to one new entry', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  await openHydratedPage(page, '/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'View profile' }).click()
  await expect(page).toHaveURL(paths.profile(username))
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expect(page).toHaveURL('/leaderboard')
  await page.goForward()
  await expect(page).toHaveURL(paths.profile(username))
})

test('Back closes a picture, and a dialog that a menu has opened', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username)
  await getSiteSql()`
    update posts set example_files = (
      select example_files from posts where example_files[1] like '%.webp' order by id limit 1
    ) where id = ${post.id}`
  await openHydratedPage(page, '/about')
  await openHydratedPage(page, post.path)
  await page
    .getByRole('button', { name: /^Example image/ })
    .first()
    .click()
  const picture = page.getByRole('dialog', { name: `Examples of ${post.title}` })
  await expect(picture).toBeVisible()
  await page.goBack()
  await expect(picture).toHaveCount(0)
  await expect(page).toHaveURL(post.path)

  await page.getByRole('button', { name: /^(More|Post options)$/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(post.path)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  expect(await getSiteSql()`select from posts where id = ${post.id}`).toHaveLength(1)
})

test('Back with a mouse leaves the page, and what lies over it', { tag: '@full' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: baseURL ?? '',
    hasTouch: false,
  })
  await signIn(context)
  const page = await context.newPage()
  await openHydratedPage(page, '/about')
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page).toHaveURL('/leaderboard')
  const dialog = await clickCreatePost(page)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(dialog).toHaveCount(0)
  await context.close()
})
