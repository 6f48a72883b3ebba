import AxeBuilder from '@axe-core/playwright'
import { chromium, type Locator, type Page } from '@playwright/test'
import { signIn } from './support/members.ts'
import { createDialog, openCreate, pickFiles, pressCreate } from './support/posts.ts'
import { aPostBy, open } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const scrolledTo = (page: Page) => page.evaluate(() => scrollY)

/** Presses where it stands, as a hand does: Playwright's own click would scroll first. */
const press = async (page: Page, target: Locator): Promise<void> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('Not in sight')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const header = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })

test('the page stays where it is while what the header opens is used and left, and on Tab and /', async ({
  page,
  context,
}) => {
  await signIn(context)
  await open(page, '/new')
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(() => scrolledTo(page)).toBe(900)
  await press(page, header(page, 'Create Post'))
  await expect(createDialog(page)).toBeVisible()
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
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()
  expect(await scrolledTo(page)).toBe(900)
})

test('what the keys come to in the page stands clear of the header', async ({ page }) => {
  await open(page, '/new')
  const link = page.getByRole('article').nth(1).getByRole('link').first()
  await link.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 10))
  await link.focus()
  const under = (await page.getByRole('banner').boundingBox())?.height ?? 0
  await expect.poll(async () => (await link.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(under)
})

test('a dialog dims the whole window, and nothing behind it moves, where scrollbars take room', async ({
  baseURL,
}) => {
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: baseURL ?? '' })
  await signIn(context)
  const page = await context.newPage()
  await open(page, '/new')
  const right = () =>
    page.locator('header').evaluate((element) => Math.round(element.getBoundingClientRect().right))
  const before = await right()
  expect(before).toBeLessThan(1280)
  await pressCreate(page)
  expect((await page.locator('.bg-veil').boundingBox())?.width).toBe(1280)
  expect(await right()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(createDialog(page)).toHaveCount(0)
  expect(await right()).toBe(before)
  await browser.close()
})

test('a toast leaves the buttons of an open dialog free', async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreate(page)
  await pickFiles(dialog, [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }])
  const toast = page.getByRole('listitem').filter({ hasText: 'Invalid file type' })
  await expect(toast).toBeVisible()
  // None is covered: a real click on each must reach it.
  await dialog.getByRole('button', { name: 'Close' }).click({ trial: true })
  await dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true })
  await dialog.getByRole('button', { name: 'Create Post' }).click({ trial: true })
  await expect(toast).toBeVisible()
})

test('an open menu and a tooltip stand in the landmark of what they belong to', async ({ page, context }) => {
  const username = await signIn(context)
  const post = await aPostBy(username)
  const strays = async () => {
    const { violations } = await new AxeBuilder({ page }).withRules(['region']).analyze()
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  }
  await open(page, '/')
  await page.getByRole('button', { name: /^\+\d/ }).first().click()
  await expect(page.getByRole('tooltip')).toHaveCount(1)
  expect(await strays()).toEqual([])
  await open(page, post.path)
  for (const name of ['Theme', 'Account menu', 'Post options', 'Open in']) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await strays()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('forced colours show which entry of a menu the keys stand on, and which link is current', async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/new')
  const outline = (target: Locator) => target.evaluate((element) => getComputedStyle(element).outlineStyle)
  const current = page.getByRole('navigation').first().getByRole('link', { name: 'New', exact: true })
  expect(await outline(current)).toBe('solid')
  await header(page, 'Account menu').focus()
  await page.keyboard.press('ArrowDown')
  const settings = page.getByRole('menuitem', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await settings.hover()
  expect(await outline(settings)).toBe('solid')
  expect(await outline(page.getByRole('menuitem', { name: 'Sign Out' }))).toBe('none')
})

test('a post is printed in light colours, without what is pressed', async ({ page, context }) => {
  const username = await signIn(context)
  const post = await aPostBy(username)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await open(page, post.path)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Say it once more').first()).toBeVisible()
  await expect(page.locator('header')).toBeHidden()
  await expect(page.locator('aside').first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Write a comment')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(29, 27, 24)')
})
