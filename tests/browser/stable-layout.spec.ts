import { chromium, type Locator, type Page } from '@playwright/test'
import { listViolatingElements } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { chooseFiles, clickCreatePost, getCreateDialog, openCreateDialog } from './support/posts.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const scrolledTo = (page: Page) => page.evaluate(() => scrollY)

/** Clicks the target at its current position; Playwright's `click` would scroll first. */
const press = async (page: Page, target: Locator): Promise<void> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('Not in sight')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const header = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })

test("does not scroll while the header's menus are used, nor on Tab and /", { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, '/new')
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(() => scrolledTo(page)).toBe(900)
  await press(page, header(page, 'Create Post'))
  await expect(getCreateDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header(page, 'Create Post')).toBeFocused()
  expect(await scrolledTo(page)).toBe(900)
  await press(page, header(page, 'Account menu'))
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header(page, 'Account menu')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(header(page, 'Create Post')).toBeFocused()
  await header(page, 'Create Post').blur()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused()
  expect(await scrolledTo(page)).toBe(900)
})

test('scrolls focused elements clear of the header', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/new')
  const link = page.getByRole('article').nth(1).getByRole('link').first()
  await link.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 10))
  await link.focus()
  const under = (await page.getByRole('banner').boundingBox())?.height ?? 0
  await expect.poll(async () => (await link.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(under)
})

test('a dialog dims the whole window and shifts nothing behind it when scrollbars take up space', {
  tag: '@full',
}, async ({ baseURL }) => {
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    const viewport = { width: 1280, height: 800 }
    const context = await browser.newContext({ viewport, baseURL: baseURL ?? '' })
    await signIn(context)
    const page = await context.newPage()
    await openHydratedPage(page, '/new')
    const right = () =>
      page.locator('header').evaluate((element) => Math.round(element.getBoundingClientRect().right))
    const before = await right()
    expect(before).toBeLessThan(1280)
    await clickCreatePost(page)
    expect((await page.locator('.bg-veil').first().boundingBox())?.width).toBe(1280)
    expect(await right()).toBe(before)
    await page.keyboard.press('Escape')
    await expect(getCreateDialog(page)).toHaveCount(0)
    expect(await right()).toBe(before)
  } finally {
    await browser.close()
  }
})

test('a toast does not cover the buttons of an open dialog', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  await chooseFiles(dialog, [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }])
  const toast = page.getByRole('listitem').filter({ hasText: 'Invalid file type' })
  await expect(toast).toBeVisible()
  const over = await toast.boundingBox()
  for (const name of ['Close', 'Cancel', 'Create Post']) {
    const button = await dialog.getByRole('button', { name }).boundingBox()
    const isApart =
      !over ||
      !button ||
      over.x >= button.x + button.width ||
      button.x >= over.x + over.width ||
      over.y >= button.y + button.height ||
      button.y >= over.y + over.height
    expect(isApart, name).toBe(true)
  }
  await expect(toast).toBeVisible()
})

test('renders an open menu and a tooltip in the landmark of their trigger', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username)
  const strays = () => listViolatingElements(page, ['region'])
  await getSiteSql()`update posts set models = '{chatgpt,claude}' where id = ${post.id}`
  await openHydratedPage(page, post.path)
  await page.getByRole('button', { name: /^\+\d/ }).click()
  await expect(page.getByRole('tooltip')).toHaveCount(1)
  expect(await strays()).toEqual([])
  for (const name of ['Theme', 'Account menu', 'Post options', 'More ways to use the prompt']) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await strays()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('shows the focused menu entry and the current link in forced colours', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.emulateMedia({ forcedColors: 'active' })
  await openHydratedPage(page, '/new')
  const outline = (target: Locator) => target.evaluate((element) => getComputedStyle(element).outlineStyle)
  const current = page.getByRole('navigation').first().getByRole('link', { name: 'New', exact: true })
  expect(await outline(current)).toBe('solid')
  await header(page, 'Account menu').focus()
  await page.keyboard.press('ArrowDown')
  // Opening a menu with the keyboard focuses its first item.
  await expect(page.getByRole('menuitem', { name: 'View Profile' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const settings = page.getByRole('menuitem', { name: 'Settings' })
  await expect(settings).toBeFocused()
  expect(await outline(settings)).toBe('solid')
  expect(await outline(page.getByRole('menuitem', { name: 'Sign Out' }))).toBe('none')
})

test('prints a post in light colours and without buttons', { tag: '@full' }, async ({ page, context }) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await openHydratedPage(page, post.path)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Say it once more').first()).toBeVisible()
  await expect(page.locator('header')).toBeHidden()
  await expect(page.locator('aside').first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Write a comment')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(29, 27, 24)')
})

test('prints a list without links that act like buttons', { tag: '@full' }, async ({ page, context }) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username)
  await getSiteSql()`update posts set prompt = 'Write to {{name}} about {{topic}}' where id = ${post.id}`
  await openHydratedPage(page, '/new')
  const article = page.getByRole('article', { name: post.title })
  const controls = [
    article.getByRole('link', { name: '2 blanks to fill' }),
    article.getByRole('link', { name: '0 comments' }),
  ]
  for (const control of controls) await expect(control).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(article.getByText('Write to')).toBeVisible()
  for (const control of controls) await expect(control).toBeHidden()
  await openHydratedPage(page, '/')
  await expect(page.getByText('Optimize it').first()).toBeAttached()
  for (const link of await page.getByText('Optimize it').all()) await expect(link).toBeHidden()
})

test("keyboard shortcuts on a post's page vote, bookmark and lead to the comments", async ({
  page,
  context,
}) => {
  await signIn(context)
  const post = await seedPostByMember(null)
  await openHydratedPage(page, post.path)
  const article = page.getByRole('article', { name: post.title })
  await page.keyboard.press('u')
  await expect(article.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('b')
  await expect(article.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('c')
  await expect(page.getByLabel('Write a comment')).toBeFocused()
})

test('moves the keyboard focus to a sensible element if the focused one disappears', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username)
  const [first, second] = await getSiteSql()<{ id: number }[]>`
    insert into comments (post_id, user_id, content, created_at)
    select ${post.id}, user_id, words, now() - interval '1 minute' * minutes
    from posts, (values ('Goes', 1), ('Stays', 2)) said (words, minutes) where id = ${post.id} returning id`
  await getSiteSql()`update posts set comment_count = 2 where id = ${post.id}`
  await getSiteSql()`
    insert into notifications (user_id, type, post_id, from_user_id)
    select user_id, 'bookmark', id, (select min(id) from users) from posts where id = ${post.id}`
  await openHydratedPage(page, post.path)
  const remove = page.locator(`#comment-${first?.id}`).getByRole('button', { name: 'Delete' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.locator(`#comment-${first?.id}`)).toHaveCount(0)
  await expect(page.locator(`#comment-${second?.id}`)).toBeFocused()
  await openHydratedPage(page, '/notifications')
  const mark = page.getByRole('button', { name: 'Mark all as read' })
  await mark.press('Enter')
  await expect(mark).toBeDisabled()
  await expect(mark).toBeFocused()
})
