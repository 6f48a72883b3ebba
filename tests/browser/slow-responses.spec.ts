import { signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import {
  clickCreatePost,
  fillPost,
  generateTitle,
  getCreateDialog,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

for (const [opener, title, words, submit, url] of [
  ['Submit Feedback', 'Submit Feedback', ['Slow words'], 'Submit', '**/api/feedback'],
  ['Request Topic', 'Request Topic', ['Slow topic', 'Why'], 'Request topic', '**/api/topics/request'],
  [
    'Advertise here',
    'Advertise here',
    ['Slow Ltd', 'slow@example.org'],
    'Send request',
    '**/api/ad-requests',
  ],
] as const)
  test(`${title} stays open while it is being sent, so that its response closes no other dialog`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    await openHydratedPage(page, '/new')
    const release = await pauseRequests(page, url, 'POST')
    await page.getByRole('button', { name: opener }).first().click()
    const dialog = page.getByRole('dialog', { name: title })
    for (const [at, text] of words.entries()) await dialog.getByRole('textbox').nth(at).fill(text)
    await dialog.getByRole('button', { name: submit, exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await waitForAnimationFrames(page)
    await expect(dialog).toBeVisible()
    release()
    await expect(dialog).toHaveCount(0)
  })

test('an edit that is saved late does not close a dialog opened in the meantime', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const title = generateTitle('Slowly')
  const create = await openCreateDialog(page)
  await fillPost(create, { title })
  await submitPostDialog(create)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const release = await pauseRequests(page, '**/api/posts/*', 'PATCH')
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Post' })
  await edit.getByLabel('Title').fill(`${title} edited`)
  await submitPostDialog(edit)
  await page.keyboard.press('Escape')
  await expect(edit).toHaveCount(0)
  await clickCreatePost(page)
  await getCreateDialog(page).getByLabel('Title').fill('The next one')
  release()
  await expect(page.getByText('Post updated successfully', { exact: true })).toBeVisible()
  await expect(getCreateDialog(page).getByLabel('Title')).toHaveValue('The next one')
})

test.describe('a comment that fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('is reported on the page that the member has moved to, and its text is kept', {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    await openHydratedPage(page, '/new')
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.route('**/api/comments', (route) => route.abort())
    const release = await pauseRequests(page, '**/api/comments', 'POST')
    await page.getByLabel('Write a comment').fill('Said while leaving')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
    release()
    await expect(
      page.getByText('Failed to post your comment. Your text is saved.', { exact: true }),
    ).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Write a comment')).toHaveValue('Said while leaving')
  })
})
