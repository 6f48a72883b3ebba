import type { Browser, BrowserContext, Page } from '@playwright/test'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { draftPublicationJob } from '#use-cases/publish-due-drafts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import {
  chooseFiles,
  clickCreatePost,
  createPngFile,
  fillPost,
  findStoredPosts,
  generateTitle,
  getChosenFiles,
  getCreateDialog,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** Opens another browser in which the same member is signed in. */
const onAnotherDevice = async (browser: Browser, baseURL: string | undefined, context: BrowserContext) => {
  const other = await browser.newContext(baseURL ? { baseURL } : {})
  await other.addCookies(await context.cookies())
  return other
}
const saveDraft = async (page: Page, title: string) => {
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title })
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  return dialog
}

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test(`keeps a draft on the server until it is published from another browser at ${width} px`, {
    tag: width === 390 ? [] : '@full',
  }, async ({ page, context, browser, baseURL }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await signIn(context)
    const title = generateTitle('Half a post')

    await openHydratedPage(page, '/drafts')
    await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
    const dialog = await clickCreatePost(page)
    await fillPost(dialog, { title })
    await page.keyboard.press('Escape')
    await expect(page.getByText('On this device', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Continue ${title}` }).click()
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
    await chooseFiles(dialog, [await createPngFile('sky.png')])
    await expect(getChosenFiles(dialog)).toHaveCount(1)
    // The draft is saved automatically after the upload.
    await expect
      .poll(
        async () =>
          (
            await getSiteSql()`select from drafts where fields ->> 'title' = ${title}
        and jsonb_array_length(fields -> 'exampleFiles') = 1`
          ).length,
        { timeout: 15_000 },
      )
      .toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // The dialog opens empty, because the draft is on the server.
    const empty = await openCreateDialog(page, '/drafts')
    await expect(empty.getByLabel('Title')).toHaveValue('')
    await empty.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

    const other = await onAnotherDevice(browser, baseURL, context)
    const otherPage = await other.newPage()
    await otherPage.setViewportSize({ width, height: 900 })
    await openHydratedPage(otherPage, '/drafts')
    await otherPage.getByRole('button', { name: `Continue ${title}` }).click()
    const continued = getCreateDialog(otherPage)
    await expect(continued.getByLabel('Title')).toHaveValue(title)
    await expect(getChosenFiles(continued)).toHaveCount(1)
    await submitPostDialog(continued)
    await expect(otherPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await findStoredPosts(title)).toHaveLength(1)
    await openHydratedPage(otherPage, '/drafts')
    await expect(otherPage.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
    await other.close()
  })

test('restores an earlier version and deletes a draft', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const title = generateTitle('First words')
  const dialog = await saveDraft(page, title)
  await getSiteSql()`update drafts set version_at = now() - interval '2 minutes' where fields ->> 'title' = ${title}`
  await dialog.getByLabel('Title').fill('Other words')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeAttached()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await openHydratedPage(page, '/drafts')
  await page.getByRole('button', { name: 'Versions of Other words' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(versions.getByText(title)).toBeVisible()
  await versions.getByRole('button', { name: /^Restore the version of/ }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
})

const scheduleDraft = async (page: Page, title: string) => {
  await (await saveDraft(page, title)).getByRole('button', { name: 'Cancel' }).click()
  await openHydratedPage(page, '/drafts')
  await page.getByRole('button', { name: `Publish at… ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const at = async (time: string) => {
    await dialog.getByLabel('Date and time').fill(time)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
  }
  return { dialog, at, time: `${tomorrow}T09:30` }
}

test('schedules a draft for a time to come', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const title = generateTitle('Later')
  const { dialog, at, time } = await scheduleDraft(page, title)
  await at('2020-01-01T09:00')
  await expect(dialog.getByLabel('Date and time')).toHaveAccessibleDescription(
    /Choose a time at least one minute from now/,
  )
  await at(time)
  await expect(page.getByText('Will be published')).toBeVisible()
  const [draft] = await getSiteSql()<{ publishAt: Date }[]>`
    select publish_at from drafts where fields ->> 'title' = ${title}`
  const local = await page.evaluate((text) => new Date(text).toISOString(), time)
  expect(draft?.publishAt.toISOString()).toBe(local)

  await page.getByRole('button', { name: `Continue ${title}` }).click()
  await expect(getCreateDialog(page).getByText('This post is scheduled for')).toBeVisible()
})

test('publishes a draft at its time', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const title = generateTitle('Later')
  const { at, time } = await scheduleDraft(page, title)
  await at(time)
  await expect(page.getByText('Will be published')).toBeVisible()
  await getSiteSql()`update drafts set publish_at = now() where fields ->> 'title' = ${title}`
  // The job is scheduled every minute; enqueuing it here spares the test the wait.
  await enqueueJob(getSiteSql(), draftPublicationJob, {})
  await expect.poll(async () => (await findStoredPosts(title)).length, { timeout: 60_000 }).toBe(1)
  await openHydratedPage(page, '/drafts')
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
})
