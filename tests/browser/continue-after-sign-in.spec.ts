import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clearSession, fillSignIn, signUpAsMember } from './support/accounts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForApiCalls, waitForHydration } from './support/test.ts'

const aPost = async (): Promise<{ id: number; path: string; title: string }> => {
  const title = `Continued ${randomBytes(4).toString('hex')}`
  const [post] = await getSiteSql()<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
    select min(id), ${title}, 'About it', 'Short prompt.', 13, ${title.toLowerCase().replace(' ', '-')} from users
    returning id`
  return { id: post?.id ?? 0, path: `/post/${post?.id}`, title }
}
const goOn = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue with/ })
    .click()
const scoreOf = async (id: number) =>
  (await getSiteSql()<{ score: number }[]>`select score from posts where id = ${id}`)[0]?.score
const commentsOf = async (id: number) =>
  (await getSiteSql()<{ content: string }[]>`select content from comments where post_id = ${id}`).map(
    ({ content }) => content,
  )

test('continues a vote, a comment and an optimization after a sign-in by redirect', { tag: '@full' }, async ({
  page,
}) => {
  const { email, username } = await signUpAsMember(page)
  const post = await aPost()
  await page.addInitScript(() => {
    window.open = () => null
  })

  await clearSession(page)
  await openHydratedPage(page, post.path)
  // Playwright would wait until the button is enabled; a person clicks it anyway.
  await page
    .getByRole('article', { name: post.title })
    .getByRole('button', { name: 'Upvote' })
    .first()
    .click({
      force: true,
    })
  await goOn(page)
  await fillSignIn(page, email)
  await expect(page).toHaveURL(post.path)
  await expect(page.locator('.card-votes').first()).toHaveText('1')
  await expect.poll(() => scoreOf(post.id)).toBe(1)

  await clearSession(page)
  await openHydratedPage(page, post.path)
  await page.getByLabel('Write a comment').fill('Written **before**')
  await page.getByRole('button', { name: 'Sign in to comment' }).click()
  await goOn(page)
  await fillSignIn(page, email)
  await expect(page).toHaveURL(post.path)
  await expect(page.getByRole('article', { name: `Comment by ${username}` })).toContainText('Written before')
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await expect.poll(() => commentsOf(post.id)).toHaveLength(1)
  // A reload does not repeat either action.
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  expect(await commentsOf(post.id)).toEqual(['Written **before**'])
  expect(await scoreOf(post.id)).toBe(1)

  await clearSession(page)
  await openHydratedPage(page, '/optimize')
  await page.getByLabel('Your prompt').fill('Write a poem about snow')
  await page.getByRole('button', { name: 'Optimize Prompt' }).click()
  await goOn(page)
  await fillSignIn(page, email)
  await expect(page).toHaveURL('/optimize')
  await expect(page.getByRole('group', { name: 'Optimized prompt' })).toContainText('You are a poet')
  await expect(page.getByLabel('Your prompt')).toHaveValue('Write a poem about snow')
})

test('keeps a comment that continues after signing in until it is saved', { tag: '@full' }, async ({
  page,
}) => {
  const { email } = await signUpAsMember(page)
  const post = await aPost()
  await clearSession(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openHydratedPage(page, post.path)
  await page.getByLabel('Write a comment').fill('On its way')
  await page.getByRole('button', { name: 'Sign in to comment' }).click()
  // The request never reaches the server, because the user leaves the page first.
  await pauseRequests(page, '**/api/comments', 'POST')
  await goOn(page)
  await fillSignIn(page, email)
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('On its way')
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  expect(await page.evaluate(() => Object.values(localStorage).join())).toContain('On its way')
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Write a comment')).toHaveValue('On its way')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await expect.poll(() => commentsOf(post.id)).toEqual(['On its way'])
})

test.describe('a session that ends while the member types a comment', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('is renewed, and the comment is posted once as it was typed', { tag: '@full' }, async ({ page }) => {
    const { email, username } = await signUpAsMember(page)
    const post = await aPost()
    await openHydratedPage(page, post.path)
    await page.getByLabel('Write a comment').fill('Nearly lost')
    await getSiteSql()`delete from sessions where user_id = (select id from users where username = ${username})`
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByRole('dialog', { name: "You've been signed out" })).toBeVisible()
    const opened = page.waitForEvent('popup')
    await goOn(page)
    const popup = await opened
    const form = popup.getByLabel('Email')
    if (await form.isVisible().catch(() => false)) await fillSignIn(popup, email)
    await expect(page.getByRole('article', { name: `Comment by ${username}` })).toContainText('Nearly lost')
    await expect(page.getByLabel('Write a comment')).toHaveValue('')
    await expect.poll(() => commentsOf(post.id)).toEqual(['Nearly lost'])
  })
})

test('shows a sign-out in the other tab, which keeps its typed text', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const post = await aPost()
  const other = await context.newPage()
  await openHydratedPage(page, post.path)
  await openHydratedPage(other, post.path)
  await page.getByLabel('Write a comment').fill('Still here')
  await waitForApiCalls(page)
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await expect(page.getByLabel('Write a comment')).toHaveValue('Still here')
  await expect(page.getByRole('button', { name: 'Sign in to comment' })).toBeVisible()
  await other.close()
})
