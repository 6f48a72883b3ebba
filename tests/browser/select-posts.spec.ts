import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected posts' })
const checkbox = (page: Page, { title }: { title: string }): Locator =>
  page.getByRole('checkbox', { name: `Select “${title}”` })
const startSelecting = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(bar(page).getByRole('button', { name: 'Select all on this page' })).toBeFocused()
}
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

const somePosts = async (username: string, titles: string[]) => {
  const posts: Awaited<ReturnType<typeof seedPostByMember>>[] = []
  for (const title of titles) posts.push(await seedPostByMember(username, { title }))
  // The feed shows the newest post first, so the posts are returned in that order.
  return posts.toReversed()
}
const makePrivate = (ids: number[]) => getSiteSql()`
  update posts set is_private = true, topic_id = null, private_id = 'private-link-of-post-' || id
  where id = any(${ids}::integer[])`
const bookmark = (username: string, ids: number[]) => getSiteSql()`
  insert into user_post_bookmarks (user_id, post_id, created_at)
  select u.id, p, now() - ord * interval '1 second' from users u, unnest(${ids}::integer[]) with ordinality as posts(p, ord)
  where u.username = ${username}`

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test.describe(`at ${width} px`, { tag: width === 390 ? [] : '@full' }, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme })

    test('makes public posts private, and public again', { tag: '@full' }, async ({ page, context }) => {
      const username = await signIn(context)
      const [first, second] = (await somePosts(username, ['Second', 'First'])) as [
        Awaited<ReturnType<typeof seedPostByMember>>,
        Awaited<ReturnType<typeof seedPostByMember>>,
      ]
      // Each post gets its own prompt, because the same prompt cannot be published twice within a day.
      await getSiteSql()`update posts set prompt = 'A prompt of its own', prompt_length = 19 where id = ${first.id}`
      await openHydratedPage(page, `/u/${username}`)
      await startSelecting(page)
      await checkbox(page, first).check()
      await bar(page).getByRole('button', { name: 'Make private' }).click()
      const asking = dialogOf(page, 'Make this post private?')
      expect(await findSeriousViolations(page)).toEqual([])
      await asking.getByRole('button', { name: 'Make private' }).click()
      await expect(page.getByText('1 post made private').first()).toBeVisible()
      await expect(checkbox(page, first)).toHaveCount(0)
      await expect(checkbox(page, second)).toBeVisible()
      await expectNoOverflow(page)
      await openHydratedPage(page, '/private-posts')
      await startSelecting(page)
      await checkbox(page, first).check()
      await bar(page).getByRole('button', { name: 'Make public' }).click()
      await dialogOf(page, 'Make this post public?').getByRole('button', { name: 'Make public' }).click()
      await expect(page.getByText('1 post made public').first()).toBeVisible()
      await expect(page.getByText('No private posts yet')).toBeVisible()
    })

    test('puts private posts into a collection, exports and deletes them', async ({ page, context }) => {
      const username = await signIn(context)
      const posts = await somePosts(username, ['Third', 'Second', 'First'])
      const [first, second, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
      await makePrivate(posts.map(({ id }) => id))
      await openHydratedPage(page, '/private-posts')
      await startSelecting(page)
      await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeDisabled()
      await checkbox(page, first).focus()
      await page.keyboard.press('Space')
      await expect(checkbox(page, first)).toBeChecked()
      await expect(bar(page).getByRole('status')).toHaveText('1 selected')
      await checkbox(page, third).click({ modifiers: ['Shift'] })
      await expect(bar(page).getByRole('status')).toHaveText('3 selected')
      await checkbox(page, third).uncheck()
      await expectNoOverflow(page)
      expect(await findSeriousViolations(page)).toEqual([])
      const box = await bar(page).boundingBox()
      if (width === 390) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(880)
      else expect(box?.y).toBeLessThan(100)

      await bar(page).getByRole('button', { name: 'Add to a collection' }).click()
      const add = dialogOf(page, 'Add 2 prompts to a collection')
      await add.getByRole('button', { name: 'New collection' }).click()
      await dialogOf(page, 'New collection').getByLabel('Name').fill('To keep')
      await dialogOf(page, 'New collection').getByRole('button', { name: 'Save' }).click()
      await expect(add.getByRole('checkbox', { name: /To keep/ })).toBeChecked()
      expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
      await add.getByRole('button', { name: 'Done' }).click()
      await expect(bar(page).getByRole('status')).toHaveText('0 selected')
      await expect(bar(page).getByRole('button', { name: 'Select all on this page' })).toBeFocused()

      // The checkbox of a collection that contains some of the posts is indeterminate; clicking it again adds
      // the remaining posts.
      await bar(page).getByRole('button', { name: 'Select all on this page' }).click()
      await bar(page).getByRole('button', { name: 'Add to a collection' }).click()
      const again = dialogOf(page, 'Add 3 prompts to a collection').getByRole('checkbox', { name: /To keep/ })
      await expect(again).toHaveJSProperty('indeterminate', true)
      await again.click()
      await expect(again).toBeChecked()
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

      await checkbox(page, second).check()
      const download = page.waitForEvent('download')
      await bar(page).getByRole('button', { name: 'Export' }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^private-posts-\d{4}-\d\d-\d\d\.json$/)
      expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject([
        { title: second.title, visibility: 'private' },
      ])
      await expect(page.getByText(/^1 post exported to/).first()).toBeVisible()

      await checkbox(page, first).check()
      await checkbox(page, third).check()
      await bar(page).getByRole('button', { name: 'Delete' }).click()
      const confirm = dialogOf(page, 'Delete 2 posts?')
      await expect(confirm.getByRole('listitem')).toHaveText(['their links'])
      expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
      await confirm.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('2 posts deleted').first()).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(bar(page).getByRole('button', { name: 'Select all on this page' })).toBeFocused()
      await expect(bar(page).getByRole('status')).toHaveText('0 selected')
      const rows =
        await getSiteSql()`select from posts where id = any(${posts.map(({ id }) => id)}::integer[])`
      expect(rows).toHaveLength(1)

      await page.keyboard.press('Escape')
      await expect(bar(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
    })

    test('exports and removes bookmarks', { tag: '@full' }, async ({ page, context }) => {
      const posts = await somePosts(await signIn(context), ['Third', 'Second', 'First'])
      const [first, second] = posts as [(typeof posts)[0], (typeof posts)[0]]
      const long = 'Again and again. '.repeat(200).trim()
      await getSiteSql()`update posts set prompt = ${long}, prompt_length = ${long.length} where id = ${first.id}`
      const member = await signIn(context)
      await bookmark(
        member,
        posts.map(({ id }) => id),
      )
      await openHydratedPage(page, '/bookmarks')
      await startSelecting(page)
      await checkbox(page, first).check()
      await checkbox(page, second).check()
      await expectNoOverflow(page)
      expect(await findSeriousViolations(page)).toEqual([])
      const download = page.waitForEvent('download')
      await bar(page).getByRole('button', { name: 'Export' }).click()
      const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
      expect(exported).toHaveLength(2)
      expect(exported[0]).toMatchObject({ title: first.title, prompt: long })

      await checkbox(page, first).check()
      await checkbox(page, second).check()
      await bar(page).getByRole('button', { name: 'Remove bookmarks' }).click()
      await dialogOf(page, 'Remove 2 bookmarks?').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('2 bookmarks removed').first()).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(1)
      const rows =
        await getSiteSql()`select from user_post_bookmarks b join users u on u.id = b.user_id where username = ${member}`
      expect(rows).toHaveLength(1)

      // Removing the last bookmarks leaves the list empty, so nothing is left to select.
      await bar(page).getByRole('button', { name: 'Select all on this page' }).click()
      await bar(page).getByRole('button', { name: 'Remove bookmarks' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('No bookmarks yet')).toBeVisible()
      await expect(bar(page)).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
    })
  })

test('keeps what is selected while more posts load, and forgets it when the page is left', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  const posts = await somePosts(
    username,
    Array.from({ length: 12 }, (_, index) => `Number ${12 - index}`),
  )
  await openHydratedPage(page, `/u/${username}`)
  await startSelecting(page)
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('status')).toHaveText('10 selected')
  await checkbox(page, posts[9] as (typeof posts)[0]).scrollIntoViewIfNeeded()
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(bar(page).getByRole('status')).toHaveText('10 selected')
  await expect(checkbox(page, posts[0] as (typeof posts)[0])).toBeChecked()
  await expect(checkbox(page, posts[11] as (typeof posts)[0])).not.toBeChecked()

  // With the keyboard, posts are selected one by one or as a range.
  await page.getByRole('button', { name: 'Select all on this page' }).press('Enter')
  await page.getByRole('button', { name: 'Select none' }).press('Enter')
  await checkbox(page, posts[0] as (typeof posts)[0]).focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('article').nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+Space')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await page.keyboard.press('Space')
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await page.getByRole('link', { name: /^Home/ }).first().click()
  // The URL changes before the new page is rendered.
  await expect(bar(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('is there for the owner only, and loads nothing for others', { tag: '@full' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const username = await signIn(context)
  await seedPostByMember(username)
  const other = await signInAnotherMember(browser, baseURL)
  const scripts: string[] = []
  other.page.on('request', (request) => scripts.push(request.url()))
  await openHydratedPage(other.page, `/u/${username}`)
  await waitForAnimationFrames(other.page)
  await expect(other.page.getByRole('article')).toHaveCount(1)
  await expect(other.page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
  expect(scripts.filter((url) => /selecting/.test(url))).toEqual([])
  await other.context.close()
  await openHydratedPage(page, `/u/${username}?tab=remixes`)
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
})

test('says which posts were not changed and why', { tag: '@full' }, async ({ page, context }) => {
  const author = await signIn(context)
  const post = await seedPostByMember(author, { title: 'Withdrawn' })
  const stays = await seedPostByMember(author, { title: 'Open' })
  const member = await signIn(context)
  await bookmark(member, [post.id, stays.id])
  await openHydratedPage(page, '/bookmarks')
  await startSelecting(page)
  await bar(page).getByRole('button', { name: 'Select all on this page' }).click()
  await makePrivate([post.id])
  await bar(page).getByRole('button', { name: 'Remove bookmarks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText("1 bookmark removed, 1 couldn't be changed").first()).toBeVisible()
  await expect(page.getByText('Post not found').first()).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('says that selecting could not be loaded', { tag: '@full' }, async ({ page, context }) => {
    const username = await signIn(context)
    await seedPostByMember(username)
    await page.route(/\/selecting-/, (route) => route.abort())
    await openHydratedPage(page, `/u/${username}`)
    const select = page.getByRole('button', { name: 'Select', exact: true })
    await select.click()
    await expect(page.getByText("We couldn't load what is needed to select posts").first()).toBeVisible()
    await page.unroute(/\/selecting-/)
    await page.reload()
    await waitForHydration(page)
    await startSelecting(page)
  })
})
