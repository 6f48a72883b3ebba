import sharp from 'sharp'
import { createAnimatedImage, createLargeImage } from '../support/samples.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { signIn } from './support/members.ts'
import {
  chooseFiles,
  clickCreatePost,
  fillPost,
  findStoredPosts,
  generateTitle,
  getChosenFiles,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const FIVE_MB = 5 * 1024 * 1024

test('marks each image over 5 MB that was shrunk, even after a reload', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Heavy pictures')
  const heavy = await createLargeImage(2_400, 1_000)
  const square = await createLargeImage(2_000, 2_000)
  await chooseFiles(dialog, [
    { name: 'photo.png', mimeType: 'image/png', buffer: heavy },
    { name: 'square.png', mimeType: 'image/png', buffer: square },
    { name: 'small.png', mimeType: 'image/png', buffer: await sharp(square).resize(90, 60).png().toBuffer() },
  ])
  await expect(getChosenFiles(dialog)).toHaveCount(3)
  await expect(getChosenFiles(dialog).nth(0)).toContainText(
    /photo\.png was reduced from 6\.9 MB to \d\.\d MB/,
  )
  await expect(getChosenFiles(dialog).nth(1)).toContainText(
    /square\.png was reduced from 11\.5 MB to \d\.\d MB/,
  )
  await expect(getChosenFiles(dialog).nth(2)).not.toContainText('reduced')
  const spoken = page.locator('[aria-live=polite]', { hasText: 'photo.png was reduced from 6.9 MB' })
  await expect(spoken).toContainText('square.png was reduced from 11.5 MB')
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await fillPost(dialog, { title })
  await page.reload()
  await openHydratedPage(page, '/new')
  await clickCreatePost(page)
  await expect(getChosenFiles(dialog).nth(0)).toContainText('photo.png was reduced from 6.9 MB')
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const [post] = await findStoredPosts(title)
  const sides = post?.exampleFiles.map((address) => Number(/-(\d+)x\d+\./.exec(address)?.[1]))
  expect(sides?.slice(0, 2).every((side) => side >= 1_600)).toBe(true)
})

test('rejects an animated image over 5 MB and keeps the images beside it', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  for (const kind of ['gif', 'webp'] as const) {
    const moving = Buffer.concat([await createAnimatedImage(kind), Buffer.alloc(FIVE_MB)])
    await chooseFiles(dialog, [{ name: `dance.${kind}`, mimeType: `image/${kind}`, buffer: moving }])
    await expect(page.getByRole('listitem').getByText('File too large', { exact: true })).toBeVisible()
    await expect(dialog.getByText(`dance.${kind} is larger than 5MB`, { exact: true })).toBeVisible()
  }
  await expect(getChosenFiles(dialog)).toHaveCount(0)
})

test('says that an avatar over 5 MB was shrunk, and rejects an animated one over 5 MB', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  await openHydratedPage(page, '/settings')
  const input = page.getByLabel('Avatar file')
  const field = page.getByRole('group', { name: 'Avatar' })
  const moving = Buffer.concat([await createAnimatedImage('gif'), Buffer.alloc(FIVE_MB)])
  await input.setInputFiles({ name: 'dance.gif', mimeType: 'image/gif', buffer: moving })
  await expect(field.getByRole('alert')).toHaveText('Avatar image must be smaller than 5MB')
  const heavy = await createLargeImage(2_400, 1_000)
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: heavy })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(field).toContainText(/me\.png was reduced from 6\.9 MB to 0\.\d MB/)
  await expect(field.getByRole('alert')).toHaveCount(0)
})
