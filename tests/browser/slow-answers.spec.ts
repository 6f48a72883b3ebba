import { hold } from './support/hold.ts'
import { signIn } from './support/members.ts'
import { createDialog, fillPost, freshTitle, openCreate, pressCreate, send } from './support/posts.ts'
import { expect, hydrated, test } from './support/test.ts'

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
  test(`${title} stays open until it is sent, so that its answer closes no other`, async ({
    page,
    context,
  }) => {
    await signIn(context)
    await page.goto('/new')
    await hydrated(page)
    const letGo = await hold(page, url, 'POST')
    await page.getByRole('button', { name: opener }).first().click()
    const dialog = page.getByRole('dialog', { name: title })
    for (const [at, text] of words.entries()) await dialog.getByRole('textbox').nth(at).fill(text)
    await dialog.getByRole('button', { name: submit, exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    await expect(dialog).toBeVisible()
    letGo()
    await expect(dialog).toHaveCount(0)
  })

test('an edit that is saved late leaves alone the dialog that was opened meanwhile', async ({
  page,
  context,
}) => {
  await signIn(context)
  const title = freshTitle('Slowly')
  const create = await openCreate(page)
  await fillPost(create, { title })
  await send(create)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const letGo = await hold(page, '**/api/posts/*', 'PATCH')
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Post' })
  await edit.getByLabel('Title').fill(`${title} edited`)
  await send(edit)
  await page.keyboard.press('Escape')
  await expect(edit).toHaveCount(0)
  await pressCreate(page)
  await createDialog(page).getByLabel('Title').fill('The next one')
  letGo()
  await expect(page.getByText('Post updated successfully', { exact: true })).toBeVisible()
  await expect(createDialog(page).getByLabel('Title')).toHaveValue('The next one')
})

test.describe('a comment that fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('is told of on the page that the member has gone on to, and its words are kept', async ({
    page,
    context,
  }) => {
    await signIn(context)
    await page.goto('/new')
    await hydrated(page)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.route('**/api/comments', (route) => route.abort())
    const letGo = await hold(page, '**/api/comments', 'POST')
    await page.getByLabel('Write a comment').fill('Said while leaving')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
    letGo()
    await expect(
      page.getByText('Failed to post your comment. Your text is saved.', { exact: true }),
    ).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Write a comment')).toHaveValue('Said while leaving')
  })
})
