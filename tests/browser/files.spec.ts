import type { Page } from '@playwright/test'
import { UPLOAD_PIECE_BYTES } from '#features/media/contract-values.ts'
import { createLargeImage } from '../support/samples.ts'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import {
  chooseFiles,
  createPngFile,
  fillPost,
  findStoredPosts,
  generateTitle,
  getChosenFiles,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test('reorders files with the mouse and publishes them in that order', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('In order')
  await fillPost(dialog, { title })
  await chooseFiles(dialog, [
    await createPngFile('one.png', 61),
    await createPngFile('two.png', 62),
    await createPngFile('three.png', 63),
  ])
  const files = getChosenFiles(dialog)
  await expect(files).toHaveText([/one/, /two/, /three/])
  // Waits for the uploads: the tiles shrink when their uploads finish, which would make Playwright scroll in the middle
  // of a drag.
  await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
  await files.nth(2).dragTo(files.nth(0))
  await expect(files).toHaveText([/three/, /one/, /two/])
  await files.nth(0).dragTo(files.nth(1))
  await expect(files).toHaveText([/one/, /three/, /two/])
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const [post] = await findStoredPosts(title)
  expect(post?.exampleFiles.map((file) => /-(\d+)x40\.png$/.exec(file)?.[1])).toEqual(['61', '63', '62'])
})

test.describe('a connection that is lost while a file is uploaded', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('costs one piece, and the post names the uploaded file', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context)
    const dialog = await openCreateDialog(page)
    const title = generateTitle('On a train')
    await fillPost(dialog, { title })
    let pieces = 0
    await page.route(/\/api\/uploads\/[^/]+\?/, async (route) => {
      pieces += 1
      if (pieces === 2) await route.abort('internetdisconnected')
      else await route.continue()
    })
    const picture = await createLargeImage(1_000, 400)
    await chooseFiles(dialog, [{ name: 'view.png', mimeType: 'image/png', buffer: picture }])
    const progress = dialog.getByRole('progressbar', { name: 'Uploading view.png' })
    await expect(progress).toHaveAttribute('value', '43')
    await expect(dialog.getByText('43%')).toBeVisible()
    expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
    await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
    await expect(progress).toHaveCount(0)
    // Only the lost piece was resent.
    expect(pieces).toBe(Math.ceil(picture.length / UPLOAD_PIECE_BYTES) + 1)

    const published = page.waitForRequest(
      (request) => request.url().endsWith('/api/posts') && request.method() === 'POST',
    )
    await submitPostDialog(dialog)
    const { exampleFiles } = (await published).postDataJSON() as { exampleFiles: string[] }
    expect(exampleFiles).toEqual([expect.stringMatching(/^\/media\/[0-9a-f]{64}-1000x400\.png$/)])
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect((await findStoredPosts(title))[0]?.exampleFiles).toEqual(exampleFiles)
  })
})

/** Returns whether the browser would navigate to a file dropped in the corner of the window. */
const wouldLeave = (page: Page, type: 'dragover' | 'drop') =>
  page.evaluate((kind) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
    const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })
    return (document.elementFromPoint(2, 2) ?? document.body).dispatchEvent(event)
  }, type)

test('does not leave the page when a file is dropped beside the dialog', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, '/new')
  expect(await wouldLeave(page, 'drop')).toBe(true)
  const dialog = await openCreateDialog(page)
  await dialog.getByLabel('Title').fill('Kept')
  expect(await wouldLeave(page, 'dragover')).toBe(false)
  expect(await wouldLeave(page, 'drop')).toBe(false)
  await expect(getChosenFiles(dialog)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await wouldLeave(page, 'drop')).toBe(true)
})

test.describe('a post that the server rejects for now', () => {
  test.use({ expectedErrors: [/status of (413|429)/] })

  for (const [status, json, message] of [
    [413, { message: 'Too large' }, 'This is too large to send. Remove or shrink a file and try again.'],
    [429, { message: 'Too many posts at once. Try again in 5 minutes.' }, 'Try again in 5 minutes.'],
  ] as const)
    test(`shows the error in the dialog (${status}), keeps the entered text, and can be sent again`, {
      tag: '@full',
    }, async ({ page, context }) => {
      await signIn(context)
      const dialog = await openCreateDialog(page)
      const title = generateTitle('Later')
      await fillPost(dialog, { title })
      await chooseFiles(dialog, [await createPngFile('one.png')])
      await page.route('**/api/posts', (route) => route.fulfill({ status, json }))
      await submitPostDialog(dialog)
      await expect(dialog.getByRole('alert')).toContainText(message)
      await expect(dialog.getByLabel('Title')).toHaveValue(title)
      await expect(getChosenFiles(dialog)).toHaveCount(1)
      await page.unroute('**/api/posts')
      await submitPostDialog(dialog)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      expect(await findStoredPosts(title)).toHaveLength(1)
    })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 } })

  test('swipes from one example to the next and back', { tag: '@full' }, async ({ page, context }) => {
    const [post] = await getSiteSql()<{ id: number }[]>`
      select id from posts where cardinality(example_files) >= 2 and type = 'Image' and not is_private
      order by id limit 1`
    await openHydratedPage(page, `/post/${post?.id}`)
    await page.getByRole('button', { name: /^Example image 1/ }).tap()
    const preview = page.getByRole('dialog', { name: /^Examples of / })
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] })
    const swipe = async (from: number, to: number) => {
      await touch('touchStart', from)
      for (let step = 1; step <= 5; step += 1) await touch('touchMove', from + ((to - from) * step) / 5)
      await touch('touchEnd')
    }
    await expect(preview.getByText(/^1 of \d/)).toBeVisible()
    await swipe(250, 150)
    await expect(preview.getByText(/^2 of \d/)).toBeVisible()
    await swipe(200, 170)
    await swipe(150, 250)
    await expect(preview.getByText(/^1 of \d/)).toBeVisible()
  })
})
