import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const commentBy = (page: Page, name: string) => page.getByRole('article', { name: `Comment by ${name}` })
const say = async (page: Page, text: string): Promise<void> => {
  // The page refetches the post and then scrolls to the new comment and focuses it.
  const refetched = page.waitForResponse((response) => /\/api\/(posts|private|t)\//.test(response.url()))
  await page.getByLabel('Write a comment').fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await refetched
  await expect(page.locator('[id^="comment-"]:focus')).toContainText(text)
}
const editButton = (page: Page, name: string) =>
  commentBy(page, name).getByRole('button', { name: 'Edit', exact: true })
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Edit your comment' })
const stored = async (postId: number) =>
  (await getSiteSql()<{ content: string }[]>`select content from comments where post_id = ${postId}`).map(
    ({ content }) => content,
  )

test('edits a comment in place and marks it as edited for everyone', { tag: '@full' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const post = await seedPostByMember(null)
  const me = await signIn(context)
  await openHydratedPage(page, post.path)
  await say(page, 'First words')
  await expect(commentBy(page, me).getByText('edited')).toHaveCount(0)
  await editButton(page, me).click()
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('First words')
  const release = await pauseRequests(page, '**/api/comments/*', 'PATCH')
  await fieldOf(page).fill('Better **words**')
  await page.keyboard.press('Control+Enter')
  // The edit is shown optimistically, before the server responds.
  await expect(commentBy(page, me).locator('strong')).toHaveText('words')
  await expect(commentBy(page, me)).toBeFocused()
  release()
  await expect.poll(() => stored(post.id)).toEqual(['Better **words**'])
  await expect(fieldOf(page)).toHaveCount(0)
  const mark = commentBy(page, me).getByText('edited', { exact: true })
  await expect(mark).toHaveAttribute('title', /\d{4}/)
  await page.reload()
  await waitForHydration(page)
  await expect(commentBy(page, me).locator('strong')).toHaveText('words')
  const other = await signInAnotherMember(browser, baseURL)
  await openHydratedPage(other.page, post.path)
  await expect(commentBy(other.page, me).getByText('edited', { exact: true })).toBeVisible()
  await expect(editButton(other.page, me)).toHaveCount(0)
  await other.context.close()
})

test('asks before Escape discards changes, and keeps typed text across a reload', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const post = await seedPostByMember(null)
  const me = await signIn(context)
  await openHydratedPage(page, post.path)
  await say(page, 'First words')
  await editButton(page, me).click()
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toHaveCount(0)
  await expect(commentBy(page, me)).toBeFocused()
  await editButton(page, me).click()
  await fieldOf(page).fill('Half a change')
  await page.reload()
  await waitForHydration(page)
  await expect(commentBy(page, me)).toContainText('First words')
  await editButton(page, me).click()
  await expect(fieldOf(page)).toHaveValue('Half a change')
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(fieldOf(page)).toHaveValue('Half a change')
  await expect(fieldOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(commentBy(page, me)).toContainText('First words')
  await expect(commentBy(page, me)).toBeFocused()
  await editButton(page, me).click()
  await expect(fieldOf(page)).toHaveValue('First words')
})

test('offers no Edit on a comment older than 15 minutes', { tag: '@full' }, async ({ page, context }) => {
  const post = await seedPostByMember(null)
  const me = await signIn(context)
  await openHydratedPage(page, post.path)
  await say(page, 'First words')
  await expect(editButton(page, me)).toBeVisible()
  await getSiteSql()`
    update comments set created_at = created_at - interval '15 minutes' where post_id = ${post.id}`
  await page.reload()
  await waitForHydration(page)
  await expect(commentBy(page, me).getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(editButton(page, me)).toHaveCount(0)
})

test('removes Edit from an open page after 15 minutes', { tag: '@full' }, async ({ page, context }) => {
  await page.clock.install()
  const post = await seedPostByMember(null)
  const me = await signIn(context)
  await getSiteSql()`
    insert into comments (post_id, user_id, content) select ${post.id}, id, 'Words' from users where username = ${me}`
  await getSiteSql()`update posts set comment_count = 1 where id = ${post.id}`
  await page.goto(post.path)
  await expect(editButton(page, me)).toBeVisible()
  await page.clock.fastForward('15:05')
  await expect(editButton(page, me)).toHaveCount(0)
})

test.describe('changes that the server rejects', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('are rolled back, and the form shows the reason and the text', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const post = await seedPostByMember(null)
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    await say(page, 'First words')
    await editButton(page, me).click()
    await fieldOf(page).fill('Too late')
    await getSiteSql()`
      update comments set created_at = created_at - interval '15 minutes' where post_id = ${post.id}`
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('You can only edit a comment within 15 minutes of posting it.')).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('Too late')
    await expect(fieldOf(page)).toBeFocused()
    expect(await stored(post.id)).toEqual(['First words'])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(commentBy(page, me)).toContainText('First words')
    await expect(commentBy(page, me).getByText('edited', { exact: true })).toHaveCount(0)
  })
})
