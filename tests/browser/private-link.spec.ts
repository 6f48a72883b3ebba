import { randomBytes } from 'node:crypto'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** Creates a private post by this member, accessible only through its link. */
const aPrivatePostBy = async (username: string) => {
  const privateId = randomBytes(16).toString('base64url')
  const title = `A hidden thing ${randomBytes(4).toString('hex')}`
  const [row] = await getSiteSql()<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, is_private, private_id, seo_slug)
    select id, ${title}, 'For few', 'Short prompt.', 13, true, ${privateId}, ${`private-${privateId.toLowerCase()}`}
    from users where username = ${username} returning id`
  return { id: row?.id ?? 0, title, privateId, path: `/private/${privateId}` }
}

test('loads further comments of a private post without its secret in a query string', {
  tag: '@full',
}, async ({ page, context, calls }) => {
  const post = await aPrivatePostBy(await signIn(context))
  await getSiteSql()`
    insert into comments (post_id, user_id, content, created_at)
    select p.id, p.user_id, 'Comment ' || n, now() - n * interval '1 minute'
    from posts p, generate_series(1, 140) n where p.id = ${post.id}`
  await getSiteSql()`update posts set comment_count = 140 where id = ${post.id}`
  await context.clearCookies()
  await openHydratedPage(page, post.path)
  await page.getByRole('group', { name: 'Sort comments' }).getByRole('button', { name: 'New' }).click()
  const sent = () => calls.filter((url) => url.includes('/comments'))
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  await expect(page.getByText('Comment 1', { exact: true })).toBeVisible()
  expect(sent().filter((url) => new URL(url).search.includes(post.privateId))).toEqual([])
})

test.describe('renewing a private link', () => {
  test.use({ expectedErrors: [/status of 404/], permissions: ['clipboard-read', 'clipboard-write'] })

  test('asks first, moves to the new link, offers to copy it and disables the old one', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const post = await aPrivatePostBy(await signIn(context))
    await openHydratedPage(page, post.path)
    await page.getByRole('button', { name: 'Post options' }).first().click()
    await page.getByRole('menuitem', { name: 'Renew private link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Renew the private link?' })
    await expect(dialog).toContainText('The current link stops working immediately.')
    await expect(dialog).toContainText('Members who opened it lose access')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(post.path)
    await expect(page.getByRole('button', { name: 'Post options' }).first()).toBeFocused()

    await page.getByRole('button', { name: 'Post options' }).first().click()
    await page.getByRole('menuitem', { name: 'Renew private link' }).click()
    await dialog.getByRole('button', { name: 'Renew link' }).click()
    await expect(page).not.toHaveURL(post.path)
    await expect(page).toHaveURL(/\/private\/[\w-]{22,}$/)
    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
    const toast = page.getByRole('listitem').filter({ hasText: 'Private link renewed' })
    await toast.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

    const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    expect((await visitor.goto(post.path))?.status()).toBe(404)
    const answer = await visitor.goto(page.url())
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'private, no-store'])
    await visitor.context().close()
    // The old link must not be in this tab's history either.
    await page.goBack()
    await expect(page).not.toHaveURL(post.path)
  })

  test('is offered only to the owner of a private post', { tag: '@full' }, async ({ page, context }) => {
    const post = await aPrivatePostBy(await signIn(context))
    await context.clearCookies()
    await signIn(context, { isAdmin: true })
    await openHydratedPage(page, post.path)
    await page.getByRole('button', { name: 'Post options' }).first().click()
    await expect(page.getByRole('menuitem', { name: /Remove/ })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Renew private link' })).toHaveCount(0)
  })
})
