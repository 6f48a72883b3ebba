import type { Page } from '@playwright/test'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { signIn } from './support/members.ts'
import {
  chooseFiles,
  chooseOption,
  clickCreatePost,
  createPngFile,
  fillPost,
  getChosenFiles,
  openCreateDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForApiCalls } from './support/test.ts'

const SECRET = 'Words for one person'

const chooseSignOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await waitForApiCalls(page)
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

/** Reads all form drafts that are stored in this browser. */
const readDrafts = (page: Page): Promise<{ texts: string; fileKeys: string[] }> =>
  page.evaluate(async () => {
    const texts = JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')))
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('drafts', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('files')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = database.transaction('files').objectStore('files').getAllKeys()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    database.close()
    return { texts, fileKeys: keys.map(String) }
  })

test('signing out asks about the draft of a private post and deletes it with its files', async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title: SECRET })
  await chooseOption(dialog, 'Topic', 'Private (Hidden From Everyone)')
  await chooseFiles(dialog, [await createPngFile('secret.png')])
  await expect(getChosenFiles(dialog)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => (await readDrafts(page)).fileKeys).toHaveLength(1)

  await chooseSignOut(page)
  const confirmation = page.getByRole('dialog', { name: 'Sign out and delete private drafts?' })
  await expect(confirmation).toContainText(SECRET)
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused()
  expect((await readDrafts(page)).texts).toContain(SECRET)

  await chooseSignOut(page)
  await confirmation.getByRole('button', { name: 'Sign out and delete' }).click()
  await expect(page.getByRole('button', { name: /^Login/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const left = await readDrafts(page)
  expect(left.texts).not.toContain(SECRET)
  expect(left.fileKeys).toEqual([])
})

test.describe('a sign-out that fails', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('keeps the draft of a private post', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title: SECRET })
    await chooseOption(dialog, 'Topic', 'Private (Hidden From Everyone)')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }))
    await chooseSignOut(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out and delete' }).click()
    await expect(page.getByText("Couldn't sign you out. Try again.").first()).toBeVisible()
    expect((await readDrafts(page)).texts).toContain(SECRET)
  })
})

test('signing out keeps the draft of a public post without asking', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const cookies = await context.cookies()
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title: 'Words for everyone' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/api/auth/logout', (route) => route.fulfill({ json: {} }))
  await chooseSignOut(page)
  await expect(page.getByRole('button', { name: /^Login/ })).toBeVisible()
  await context.addCookies(cookies)
  await openHydratedPage(page, '/new')
  await clickCreatePost(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('Words for everyone')
})
