import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const lines = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test("a comment updates the post author's bell without a reload, and the entry opens that comment", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const ann = await signIn(context)
  const ben = await signInAnotherMember(browser, baseURL)
  const post = await seedPostByMember(ann, { title: 'Worth telling' })
  const stream = page.waitForResponse('**/api/notifications/stream')
  await openHydratedPage(page, '/leaderboard')
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  await openHydratedPage(ben.page, post.path)
  const article = ben.page.getByRole('article', { name: post.title })
  await article.getByRole('button', { name: 'Upvote' }).first().click()
  // The timeout is well below the polling interval of 30 seconds.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await article.getByRole('button', { name: 'Bookmark' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await ben.page.getByLabel('Write a comment').fill('The very comment')
  await ben.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')

  await bell(page).click()
  await expect(page).toHaveURL('/notifications')
  await expect(lines(page)).toHaveCount(3)
  await expect(lines(page).first()).toContainText(`${ben.username} commented on “${post.title}”`)
  await expect(lines(page).nth(1)).toContainText(`${ben.username} bookmarked “${post.title}”`)
  await expect(lines(page).nth(2)).toContainText(`${ben.username} upvoted “${post.title}”`)
  await expect(page.getByText('New', { exact: true }).and(lines(page).locator('span'))).toHaveCount(3)

  await lines(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/comment\/\d+$/)
  await expect(page.getByText('The very comment')).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await page.goBack()
  await expect(lines(page)).toHaveCount(3)
  await expect(lines(page).first()).not.toContainText(/New$/)
  await page.goForward()
  await expect(page.getByText('The very comment')).toBeInViewport()
  await page.goBack()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await page.reload()
  await expect(lines(page)).toHaveCount(3)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await ben.context.close()
})

test('shares one stream between two tabs and syncs what is read', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const ann = await signIn(context)
  const post = await seedPostByMember(ann)
  await tellOf(ann, post.id, 1)
  const other = await context.newPage()
  let streams = 0
  for (const tab of [page, other])
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/notifications/stream')) streams += 1
    })
  await openHydratedPage(page, '/leaderboard')
  await openHydratedPage(other, '/notifications')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(streams).toBe(1)
  await page.close()
  await expect.poll(() => streams).toBe(2)
})

test('shows what happened between rendering the page and opening the stream', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const ann = await signIn(context)
  const post = await seedPostByMember(ann)
  await page.route('**/api/notifications/stream', async (route) => {
    await tellOf(ann, post.id, 1)
    await route.continue()
  })
  await openHydratedPage(page, '/leaderboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test.describe('a blocked event stream', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

  test('falls back to polling every 30 seconds', { tag: '@full' }, async ({ page, context }) => {
    const ann = await signIn(context)
    const post = await seedPostByMember(ann)
    await page.clock.install()
    await page.route('**/api/notifications/stream', (route) => route.abort())
    await openHydratedPage(page, '/leaderboard')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await tellOf(ann, post.id, 12)
    await page.clock.runFor(31_000)
    await expect(bell(page)).toHaveAccessibleName('Notifications, 9+ unread')
    await expect(bell(page)).toContainText('9+')
  })
})

test('groups votes and bookmarks on one post in one entry, marked as read when it is opened', {
  tag: '@full',
}, async ({ page, context }) => {
  const ann = await signIn(context)
  const post = await seedPostByMember(ann, { title: 'Popular' })
  // The first page holds fewer than 64 notifications.
  await tellOf(ann, post.id, 64)
  await openHydratedPage(page, '/notifications')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText(/fan\S+ and 63 others upvoted “Popular/)
  // These steps use the keyboard only.
  await page.getByRole('button', { name: 'Mark all as read' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(post.path)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('groups the comments on one post, also one that arrives, and opens the first unread one', {
  tag: '@full',
}, async ({ page, context, browser, baseURL }) => {
  const ann = await signIn(context)
  const [ben, cid] = [
    await signInAnotherMember(browser, baseURL),
    await signInAnotherMember(browser, baseURL),
  ]
  const post = await seedPostByMember(ann, { title: 'Discussed' })
  const say = async (member: typeof ben, text: string) => {
    await openHydratedPage(member.page, post.path)
    await member.page.getByLabel('Write a comment').fill(text)
    await member.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(member.page.getByText(text)).toBeVisible()
  }
  await say(ben, 'What ben says')
  await openHydratedPage(page, '/notifications')
  await expect(lines(page)).toContainText(`${ben.username} commented on “Discussed`)
  await say(cid, 'What cid says')
  await expect(lines(page)).toContainText(`${cid.username} and ${ben.username} commented on “Discussed`)
  await expect(lines(page)).toContainText('What cid says')
  await lines(page).getByRole('link').click()
  await expect(page.getByText('What ben says')).toBeInViewport()
  await expect(page).toHaveURL(/\/comment\/\d+$/)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  for (const { context } of [ben, cid]) await context.close()
})

test('labels a reply as a reply', { tag: '@full' }, async ({ page, context, browser, baseURL }) => {
  const ann = await signIn(context)
  const ben = await signInAnotherMember(browser, baseURL)
  const post = await seedPostByMember(ben.username, { title: 'Talked about' })
  await getSiteSql()`
    insert into comments (post_id, user_id, content) select ${post.id}, id, 'What ann says'
    from users where username = ${ann}`
  await getSiteSql()`update posts set comment_count = 1 where id = ${post.id}`
  await openHydratedPage(ben.page, post.path)
  await ben.page.getByRole('button', { name: 'Reply' }).click()
  await ben.page.getByLabel(/^Reply/).fill('What ben answers')
  await ben.page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  await expect(ben.page.getByText('What ben answers')).toBeVisible()
  await openHydratedPage(page, '/notifications')
  await expect(lines(page)).toHaveText([
    new RegExp(`^.?${ben.username} replied to your comment on “Talked about`),
  ])
  await ben.context.close()
})

test('explains the empty list to members and visitors', { tag: '@full' }, async ({ page, context }) => {
  await openHydratedPage(page, '/notifications')
  await expect(page.getByText('Sign in to see your notifications')).toBeVisible()
  await signIn(context)
  await openHydratedPage(page, '/notifications')
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
})

/** Inserts `count` upvote notifications without sending them over the event stream. */
async function tellOf(username: string, postId: number, count: number): Promise<void> {
  await getSiteSql()`
    with fans as (
      insert into users (username, google_id)
      select 'fan' || ${postId}::integer || 'x' || n, 'fan:' || ${postId}::integer || ':' || n
      from generate_series(1, ${count}::integer) n returning id
    )
    insert into notifications (user_id, type, post_id, from_user_id)
    select (select id from users where username = ${username}), 'upvote', ${postId}, id from fans`
}
