import type { Page } from '@playwright/test'
import { limits } from '#core/limits.ts'
import { fillSignIn, signOutFromMenu, signUpAsMember } from './support/accounts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage, seedPostByMember, seedTopic, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const OFFLINE = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to load resource/]
const bookmarkOf = (page: Page, title: string) =>
  page.getByRole('article', { name: title }).getByRole('button', { name: 'Bookmark' })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const section = (page: Page, name: string) =>
  sidebar(page).locator('section', { has: page.getByRole('heading', { name }) })

test('shows a bookmark immediately wherever the post appears, and after a reload', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const post = await seedPostByMember(null)
  await openHydratedPage(page, '/new')
  const button = bookmarkOf(page, post.title)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Post bookmarked', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: post.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await expect(bookmarkOf(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await waitForHydration(page)
  await expect(bookmarkOf(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  await bookmarkOf(page, post.title).click()
  await expect(page.getByText('Post removed from bookmarks', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(bookmarkOf(page, post.title)).toHaveAttribute('aria-pressed', 'false')
})

test('after rapid clicks, ends in the state of the last one', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const post = await seedPostByMember(null)
  await openHydratedPage(page, post.path)
  const releases = [
    await pauseRequests(page, '**/bookmark', 'POST'),
    await pauseRequests(page, '**/bookmark', 'DELETE'),
  ]
  const button = bookmarkOf(page, post.title)
  for (let n = 0; n < 3; n += 1) await button.click()
  for (const release of releases) release()
  await expect(page.getByText('Post bookmarked', { exact: true }).first()).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => getSiteSql()`select bookmark_count from posts where id = ${post.id}`)
    .toEqual([{ bookmarkCount: 1 }])
})

test("shows a profile's updated stats on going back to it after a bookmark", { tag: '@full' }, async ({
  page,
  context,
  calls,
}) => {
  await signIn(context)
  const post = await seedPostByMember(null)
  await openHydratedPage(page, '/leaderboard')
  await sidebar(page).getByRole('link', { name: 'New', exact: true }).click()
  await bookmarkOf(page, post.title).click()
  await expect(page.getByText('Post bookmarked', { exact: true }).first()).toBeVisible()
  await page.getByRole('article', { name: post.title }).getByRole('link', { name: 'collection' }).click()
  await expect(page).toHaveURL(/\/u\//)
  const profiles = () => calls.filter((url) => url.includes('/api/users/')).length
  await expect.poll(profiles).toBe(1)
  await page.goBack()
  await bookmarkOf(page, post.title).click()
  await expect(page.getByText('Post removed from bookmarks', { exact: true }).first()).toBeVisible()
  await page.getByRole('article', { name: post.title }).getByRole('link', { name: 'collection' }).click()
  await expect(page).toHaveURL(/\/u\//)
  await expect.poll(profiles).toBe(2)
  expect(calls.some((url) => url.includes('/api/leaderboard'))).toBe(true)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: OFFLINE })

  test('rolls back a bookmark and says so', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const post = await seedPostByMember(null)
    await openHydratedPage(page, post.path)
    await page.route('**/bookmark', (route) => route.abort())
    await bookmarkOf(page, post.title).click()
    await expect(page.getByText('Failed to update bookmark', { exact: true }).first()).toBeVisible()
    await expect(bookmarkOf(page, post.title)).toHaveAttribute('aria-pressed', 'false')
  })

  test('rolls back a follow and says so', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const topic = await seedTopic()
    await openHydratedPage(page, topic.path)
    await page.route('**/follow', (route) => route.abort())
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByText('Failed to follow topic', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    await expect(section(page, 'Following')).toHaveCount(0)
  })
})

test('saves a bookmark after the visitor has signed in', { tag: '@full' }, async ({ page }) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  const post = await seedPostByMember(null)
  await openHydratedPage(page, post.path)
  await bookmarkOf(page, post.title).click()
  await expect(page.getByRole('dialog')).toContainText('Sign in to bookmark this prompt.')
  const popup = page.waitForEvent('popup')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue with/ })
    .click()
  await fillSignIn(await popup, email)
  await expect(bookmarkOf(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  // The button shows the bookmark before the server has stored it.
  await expect
    .poll(() => getSiteSql()`select from user_post_bookmarks where post_id = ${post.id}`)
    .toHaveLength(1)
})

test('lists and searches bookmarks newest first, and keeps a removed one until the page is left', async ({
  page,
  context,
}) => {
  const me = await signIn(context)
  await openHydratedPage(page, '/bookmarks')
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('0')
  const posts = [
    await seedPostByMember(null, { title: 'Sourdough starter' }),
    await seedPostByMember(null, { title: 'Garden plan' }),
    await seedPostByMember(null, { title: 'Sourdough loaf' }),
  ]
  for (const post of posts) {
    await openHydratedPage(page, post.path)
    await bookmarkOf(page, post.title).click()
    await expect(page.getByText('Post bookmarked', { exact: true }).first()).toBeVisible()
  }
  await sidebar(page).getByRole('link', { name: 'Bookmarks' }).click()
  const cards = page.getByRole('feed').getByRole('article')
  await expect(cards).toHaveCount(3)
  for (const [at, post] of posts.toReversed().entries()) await expect(cards.nth(at)).toContainText(post.title)
  const search = page.getByRole('searchbox', { name: 'Search your bookmarks' })
  await expect(search).toHaveCount(0)
  for (let number = 1; number <= limits.pageSize; number += 1) {
    const older = await seedPostByMember(null, { title: `Older ${number}` })
    await getSiteSql()`
      insert into user_post_bookmarks (user_id, post_id, created_at)
      select id, ${older.id}, now() - interval '1 day' from users where username = ${me}`
  }
  await page.reload()
  await waitForHydration(page)
  await search.fill('sourdough')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/bookmarks?q=sourdough')
  await expect(cards).toHaveCount(2)
  await page.reload()
  await expect(cards).toHaveCount(2)
  await expect(search).toHaveValue('sourdough')
  await page.goBack()
  await expect(page.getByRole('article', { name: 'Garden plan' })).toHaveCount(1)
  await page.goForward()
  await openHydratedPage(page, '/bookmarks?q=zeppelin')
  await expect(page.getByRole('heading', { name: 'None of your bookmarks match' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all bookmarks' }).click()
  const [, middle] = posts
  await bookmarkOf(page, middle?.title ?? '').click()
  await expect(page.getByText('Post removed from bookmarks', { exact: true }).first()).toBeVisible()
  const removed = page.getByRole('article', { name: middle?.title ?? '' })
  await expect(removed).toHaveCount(1)
  await sidebar(page).getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'Bookmarks' }).click()
  await expect(page.getByRole('article', { name: 'Sourdough loaf' })).toHaveCount(1)
  await expect(removed).toHaveCount(0)
})

test('follows a topic and a member, who are in the sidebar and in the feed at once, and unfollows them', async ({
  page,
  context,
  browser,
  baseURL,
  calls,
}) => {
  const author = await signInAnotherMember(browser, baseURL)
  await signIn(context)

  await test.step('a topic', async () => {
    const topic = await seedTopic()
    const post = await seedPostByMember(null, { topicId: topic.id, title: 'Followed' })
    const other = await seedPostByMember(null, { title: 'Elsewhere' })
    await openHydratedPage(page, '/')
    await expect(page.getByRole('link', { name: 'Following', exact: true })).toHaveCount(0)
    await openHydratedPage(page, topic.path)
    const link = { name: topic.name, exact: true }
    await expect(section(page, 'All Topics').getByRole('link', link)).toBeVisible()
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(section(page, 'Following').getByRole('link', link)).toBeVisible()
    await expect(section(page, 'All Topics').getByRole('link', link)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await expect.poll(() => calls.some((url) => url.endsWith('/api/user/followed-topics'))).toBe(true)

    await sidebar(page).getByRole('link', { name: 'Home' }).click()
    const tab = page.getByRole('link', { name: 'Following', exact: true })
    await tab.click()
    await expect(page).toHaveURL('/?feed=following')
    await expect(tab).toHaveAttribute('aria-current', /true|page/)
    const feed = page.getByRole('feed')
    await expect(feed.getByRole('article')).toHaveCount(1)
    await expect(feed).toContainText(post.title)
    await expect(feed).not.toContainText(other.title)
    await page.reload()
    await expect(feed.getByRole('article')).toHaveCount(1)
    await page.getByRole('link', { name: 'Code', exact: true }).click()
    await expect(page).toHaveURL('/?types=Code&feed=following')
    await expect(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
    await page.goBack()
    await expect(feed).toContainText(post.title)

    await openHydratedPage(page, topic.path)
    const arrived = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await expect(section(page, 'Following')).toHaveCount(0)
    await arrived
    await openHydratedPage(page, '/')
    await expect(page.getByRole('link', { name: 'Following', exact: true })).toHaveCount(0)
  })

  await test.step('a member, from their profile', async () => {
    const post = await seedPostByMember(author.username, { title: 'By a friend' })
    await openHydratedPage(page, `/u/${author.username}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await expect(page.getByText('1 follower')).toBeVisible()
    const inSidebar = section(page, 'People you follow').getByRole('link', { name: author.username })
    await expect(inSidebar).toBeVisible()
    await page.reload()
    await expect(inSidebar).toBeVisible()
    await waitForHydration(page)
    await sidebar(page).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Following', exact: true }).click()
    await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('feed')).toContainText(post.title)
    await openHydratedPage(page, '/settings')
    await page
      .getByRole('list', { name: 'People you follow' })
      .getByRole('link', { name: author.username })
      .click()
    const arrived = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await expect(page.getByText('1 follower')).toHaveCount(0)
    await arrived
    await openHydratedPage(page, '/')
    await expect(page.getByRole('link', { name: 'Following', exact: true })).toHaveCount(0)
    // A member cannot follow themselves.
    await openHydratedPage(author.page, `/u/${author.username}`)
    await expect(author.page.getByRole('heading', { name: author.username })).toBeVisible()
    await expect(author.page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
    await author.context.close()
  })
})

test('offers topics where a member follows none yet, and then shows their posts', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const topic = await seedTopic()
  const post = await seedPostByMember(null, { topicId: topic.id, title: 'Picked' })
  await openHydratedPage(page, '/?feed=following')
  await expect(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
  const showAll = page.getByRole('button', { name: /^Show all \d+ topics$/ })
  if (await showAll.isVisible()) await showAll.click()
  await page.getByRole('button', { name: topic.name, exact: true }).click()
  await expect(section(page, 'Following').getByRole('link', { name: topic.name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('feed')).toContainText(post.title)
})

test('shows visitors the default feed at the URL of the followed feed', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/?feed=following')
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Following', exact: true })).toHaveCount(0)
})
