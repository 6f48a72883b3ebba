import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const openAddDialog = async (page: Page, path: string) => {
  await openHydratedPage(page, path)
  await chooseInPostMenu(page, 'Add to a collection')
  return page.getByRole('dialog', { name: 'Add to a collection' })
}
const titlesIn = (page: Page) =>
  page.getByRole('list', { name: 'Prompts in this collection' }).getByRole('heading', { level: 2 })

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test(`puts prompts together, in order and with notes, and shares them at ${width} px`, {
    tag: width === 1280 ? [] : '@full',
  }, async ({ page, context, browser }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const username = await signIn(context)
    const first = await seedPostByMember(username, { title: 'Outline' })
    const second = await seedPostByMember(username, { title: 'Draft' })

    const dialog = await openAddDialog(page, first.path)
    await expect(dialog.getByText('Put prompts together for a task')).toBeVisible()
    await dialog.getByRole('button', { name: 'New collection' }).click()
    const form = page.getByRole('dialog', { name: 'New collection' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Give the collection a name')).toBeVisible()
    await form.getByLabel('Name').fill('Writing a book')
    await form.getByLabel('Description').fill('From *idea* to manuscript')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('checkbox', { name: /Writing a book/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const again = await openAddDialog(page, second.path)
    await again.getByRole('checkbox', { name: /Writing a book/ }).click()
    await expect(again.getByRole('checkbox', { name: /Writing a book/ })).toBeChecked()

    await openHydratedPage(page, '/collections')
    await expect(page.getByText('2 prompts')).toBeVisible()
    await page.getByRole('link', { name: 'Writing a book' }).click()
    await expect(page).toHaveURL(/\/c\/[\w-]{22}\/writing-a-book$/)
    await expect(titlesIn(page)).toHaveText([first.title, second.title])

    const field = page.getByRole('searchbox', { name: 'Search this collection' })
    await expect(field).toBeHidden()
    await openHydratedPage(page, `${page.url()}?q=Outline`)
    await expect(titlesIn(page)).toHaveText([first.title])
    await field.fill('zebra')
    await field.press('Enter')
    await expect(page.getByText('Nothing in this collection matches')).toBeVisible()
    await page.getByRole('link', { name: 'Show the whole collection' }).click()
    await expect(titlesIn(page)).toHaveText([first.title, second.title])

    // These steps use the keyboard only.
    const up = page.getByRole('button', { name: `Move ${second.title} up` })
    await up.press('Enter')
    await expect(titlesIn(page)).toHaveText([second.title, first.title])
    await expect(up).toBeFocused()
    await expect(up).toBeDisabled()
    await expect(page.getByText(`${second.title} is now 1 of 2`)).toBeAttached()
    if (width === 1280) {
      const handles = page.getByTitle('Drag to move')
      await handles.nth(1).dragTo(page.getByRole('article', { name: second.title }))
      await expect(titlesIn(page)).toHaveText([first.title, second.title])
      await handles.nth(1).dragTo(page.getByRole('article', { name: first.title }))
      await expect(titlesIn(page)).toHaveText([second.title, first.title])
    }
    await page.getByRole('button', { name: 'Add a note' }).first().click()
    await page.getByLabel('Note', { exact: true }).fill('Start with this one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Start with this one')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )

    // Until a collection is shared, only its owner can see it.
    const url = page.url()
    const visitor = await (await browser.newContext({ baseURL: new URL(url).origin })).newPage()
    expect((await visitor.goto(url))?.status()).toBe(404)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit collection' })
    await edit.getByLabel('Name').fill('Writing a novel')
    await edit.getByRole('radio', { name: 'Everyone, on your profile' }).check()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Writing a novel' })).toBeVisible()
    expect((await visitor.goto(url))?.status()).toBe(200)
    await expect(visitor).toHaveURL(/\/writing-a-novel$/)
    await expect(titlesIn(visitor)).toHaveText([second.title, first.title])
    await expect(visitor.getByText('Start with this one')).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await visitor.goto(`/u/${username}?tab=collections`)
    await visitor.getByRole('link', { name: 'Writing a novel' }).click()
    await expect(titlesIn(visitor)).toHaveCount(2)
    await visitor.context().close()

    await page.getByRole('button', { name: `Remove ${second.title}` }).click()
    await expect(titlesIn(page)).toHaveText([first.title])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/collections$/)
    await expect(page.getByText('No collections yet')).toBeVisible()
    const rows =
      await getSiteSql()`select from collections c join users u on u.id = c.user_id where u.username = ${username}`
    expect(rows).toHaveLength(0)
  })

test('offers collections after bookmarking a post in a feed', { tag: '@full' }, async ({ page, context }) => {
  const username = await signIn(context)
  const post = await seedPostByMember(username, { title: 'To be saved' })
  const headers = { origin: process.env.SITE_URL ?? '' }
  await page.request.post('/api/collections', { headers, data: { title: 'Saved' } })
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await card.getByRole('button', { name: 'Bookmark' }).click()
  await page.getByRole('button', { name: 'Add to a collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a collection' })
  await dialog.getByRole('checkbox', { name: /Saved/ }).click()
  await expect(dialog.getByRole('checkbox', { name: /Saved/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  await openHydratedPage(page, '/collections')
  await page.getByRole('link', { name: 'Saved', exact: true }).click()
  await expect(titlesIn(page)).toHaveText([post.title])
})

test('asks visitors to sign in', { tag: '@full' }, async ({ page }) => {
  await page.goto('/collections')
  await expect(page.getByText('Sign in to see your collections')).toBeVisible()
})
