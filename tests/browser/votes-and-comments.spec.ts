import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { fillSignIn, returnFromPopup, signOutFromMenu, signUpAsMember } from './support/accounts.ts'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

type Row = { id: number }
const OFFLINE = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/]

/** Creates a post by one of the seeded authors. */
const aPost = async (): Promise<{ id: number; path: string; title: string }> => {
  const title = `Taking part ${randomBytes(4).toString('hex')}`
  const [post] = await getSiteSql()<Row[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
    select min(id), ${title}, 'About it', 'Short prompt.', 13, ${title.toLowerCase().replaceAll(' ', '-')} from users
    returning id`
  const id = post?.id ?? 0
  return { id, path: `/post/${id}`, title }
}

/** Signs in another member in a separate browser context. */
const another = async (browser: Browser, baseURL: string | undefined) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const username = await signIn(context)
  return { context, page: await context.newPage(), username }
}
const theVotes = (page: Page, title: string) => {
  const article = page.getByRole('article', { name: title })
  return {
    up: article.getByRole('button', { name: 'Upvote' }).first(),
    down: article.getByRole('button', { name: 'Downvote' }).first(),
    box: article.locator('.card-votes'),
  }
}
const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Write a comment').fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
}
const commentBy = (page: Page, name: string) => page.getByRole('article', { name: `Comment by ${name}` })
const scoreIn = async (id: number) =>
  (await getSiteSql()<{ score: number }[]>`select score from posts where id = ${id}`)[0]?.score

test("shows a member's vote and comment to another member", async ({ page, context, browser, baseURL }) => {
  const post = await aPost()
  const ann = await signIn(context)
  const ben = await another(browser, baseURL)
  await openHydratedPage(page, post.path)
  await openHydratedPage(ben.page, post.path)

  await theVotes(page, post.title).up.click()
  await expect(theVotes(page, post.title).box).toHaveText('1')
  await expect(theVotes(page, post.title).up).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Upvoted, score 1')).toBeAttached()
  await expect.poll(() => scoreIn(post.id)).toBe(1)

  await say(page, 'A **good** one')
  await expect(commentBy(page, ann)).toContainText('A good one')
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await expect(commentBy(page, ann)).toBeFocused()

  await ben.page.reload()
  await waitForHydration(ben.page)
  await expect(theVotes(ben.page, post.title).box).toHaveText('1')
  await theVotes(ben.page, post.title).down.click()
  await expect(theVotes(ben.page, post.title).box).toHaveText('0')
  // The comment tree was refetched along with the post.
  await commentBy(ben.page, ann).getByRole('button', { name: 'Upvote' }).click()
  await commentBy(ben.page, ann).getByRole('button', { name: 'Reply' }).click()
  await ben.page.getByLabel(`Reply to ${ann}`).fill('Indeed')
  await ben.page.keyboard.press('Control+Enter')
  await expect(commentBy(ben.page, ben.username)).toContainText('Indeed')
  await expect(ben.page.getByRole('heading', { name: '2 comments' })).toBeVisible()

  // The response to the next action includes the other member's changes.
  await theVotes(page, post.title).up.click()
  await expect(commentBy(page, ben.username)).toContainText('Indeed')
  await expect(theVotes(page, post.title).box).toHaveText('-1')
  await expect(
    commentBy(page, ben.username).getByRole('button', { name: 'Delete', exact: true }),
  ).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(commentBy(page, '[deleted]')).toContainText('Indeed')
  await expect(page.getByText('A good one')).toHaveCount(0)
  await ben.page.reload()
  await waitForHydration(ben.page)
  await ben.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(ben.page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await ben.context.close()
})

test('keeps a menu open that was opened right after commenting', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const post = await aPost()
  const me = await signIn(context)
  await openHydratedPage(page, post.path)
  await page.evaluate(() => {
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (options) {
      document.body.dataset.scrolledTo = this.id
      scroll.call(this, options)
    }
  })
  const refetched = page.waitForResponse((response) => /\/api\/(posts|private|t)\//.test(response.url()))
  await say(page, 'And on')
  await expect(page.getByText('Comment posted')).toBeAttached()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  // The page refetches the post and then scrolls to the new comment.
  await refetched
  await expect(page.locator('body')).toHaveAttribute('data-scrolled-to', /^comment-/)
  await expect(commentBy(page, me)).toContainText('And on')
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
})

test('shows a vote wherever the post appears, even after Back and Forward', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const post = await aPost()
  await signIn(context)
  await openHydratedPage(page, '/new')
  await theVotes(page, post.title).up.click()
  await expect(theVotes(page, post.title).box).toHaveText('1')
  await page.getByRole('link', { name: post.title }).click()
  await expect(page).toHaveURL(post.path)
  await expect(theVotes(page, post.title).up).toHaveAttribute('aria-pressed', 'true')
  await theVotes(page, post.title).down.click()
  await expect(theVotes(page, post.title).box).toHaveText('-1')
  await page.goBack()
  await expect(page).toHaveURL('/new')
  await expect(theVotes(page, post.title).box).toHaveText('-1')
  await expect(theVotes(page, post.title).down).toHaveAttribute('aria-pressed', 'true')
  await page.goForward()
  await expect(theVotes(page, post.title).box).toHaveText('-1')
  await theVotes(page, post.title).down.click()
  await expect(theVotes(page, post.title).box).toHaveText('0')
})

test.describe('without a network', () => {
  test.use({ expectedErrors: OFFLINE })

  test('rolls back a vote and a comment, keeps the text, and both work once the network is back', async ({
    page,
    context,
  }) => {
    const post = await aPost()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    // Toasts are loaded when the page has nothing else to do.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await theVotes(page, post.title).up.click()
    await expect(page.getByText(/^Couldn't save your vote/).first()).toBeVisible()
    await expect(theVotes(page, post.title).box).toHaveText('0')
    await expect(theVotes(page, post.title).up).toHaveAttribute('aria-pressed', 'false')
    await say(page, 'Said offline')
    await expect(page.getByText(/^Failed to post your comment/)).toBeVisible()
    await expect(page.getByLabel('Write a comment')).toHaveValue('Said offline')
    await expect(commentBy(page, me)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByLabel('Write a comment')).toHaveValue('Said offline')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(commentBy(page, me)).toContainText('Said offline')
    await theVotes(page, post.title).up.click()
    await expect.poll(() => scoreIn(post.id)).toBe(1)
  })

  test('does not repeat a vote or a comment when it is retried after a lost response', {
    tag: '@full',
  }, async ({ page, context }) => {
    const post = await aPost()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    let isLost = true
    await page.route(/\/api\/(votes|comments)$/, async (route) => {
      if (!isLost) return route.continue()
      // The server handles the request, but the browser never receives the response.
      await route.fetch()
      return route.abort()
    })
    await theVotes(page, post.title).up.click()
    await expect(page.getByText("Couldn't save your vote", { exact: true })).toBeVisible()
    await say(page, 'Only once')
    await expect(page.getByText(/^Failed to post your comment/)).toBeVisible()
    isLost = false
    await theVotes(page, post.title).up.click()
    await expect(theVotes(page, post.title).box).toHaveText('1')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(commentBy(page, me)).toHaveCount(1)
    await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
    await expect.poll(() => scoreIn(post.id)).toBe(1)
    expect(await getSiteSql()`select 1 from comments where post_id = ${post.id}`).toHaveLength(1)
  })
})

test.describe('a lost response followed by a reload', () => {
  test.use({ expectedErrors: OFFLINE })

  test('creates one comment from two attempts, however long the user waits', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const post = await aPost()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    await page.route('**/api/comments', async (route) => {
      await route.fetch()
      return route.abort()
    })
    await say(page, 'Only once')
    await expect(page.getByText(/^Failed to post your comment/)).toBeVisible()
    await page.unroute('**/api/comments')
    await getSiteSql()`update comment_idempotency_keys set created_at = created_at - interval '1 hour'`
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByLabel('Write a comment')).toHaveValue('Only once')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByLabel('Write a comment')).toHaveValue('')
    await expect(commentBy(page, me)).toHaveCount(1)
    expect(await getSiteSql()`select 1 from comments where post_id = ${post.id}`).toHaveLength(1)
  })
})

test.describe('a member who is muted while writing', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('sees the text and why it cannot be posted, until discarding it', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const post = await aPost()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    await page.getByLabel('Write a comment').fill('Half a thought')
    await getSiteSql()`update users set is_muted = true where username = ${me}`
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const notice = page.getByRole('main').getByText(/^Your account is muted\. You can read/)
    const field = page.getByLabel('Write a comment')
    const seen = async () => {
      await expect(notice).toBeVisible()
      await expect(field).toHaveValue('Half a thought')
      await expect(field).toHaveAttribute('readonly')
      await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled()
    }
    await seen()
    await page.reload()
    await waitForHydration(page)
    await seen()
    expect(await findSeriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(field).toHaveCount(0)
    await expect(notice).toBeVisible()
    await expect(page.getByRole('region', { name: /comment/i })).toBeFocused()
  })

  test('restores the text of a reply after a reload', { tag: '@full' }, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const post = await aPost()
    const other = await another(browser, baseURL)
    await openHydratedPage(other.page, post.path)
    await say(other.page, 'Who answers?')
    await expect(other.page.getByText('Comment posted')).toBeAttached()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    const comment = commentBy(page, other.username)
    const reply = comment.getByRole('button', { name: 'Reply', exact: true })
    await reply.click()
    await comment.getByRole('button', { name: 'Cancel' }).click()
    await expect(reply).toBeFocused()
    await reply.click()
    const field = page.getByLabel(`Reply to ${other.username}`)
    await field.fill('Half an answer')
    await getSiteSql()`update users set is_muted = true where username = ${me}`
    await page.reload()
    await waitForHydration(page)
    await expect(field).toHaveValue('Half an answer')
    await expect(field).toHaveAttribute('readonly')
    await expect(field).not.toBeFocused()
    await comment.getByRole('button', { name: 'Discard draft' }).click()
    await expect(field).toHaveCount(0)
    await expect(comment).toBeFocused()
    await other.context.close()
  })
})

test.describe('a session that ends while the member writes', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('asks to sign in again and keeps the text if the member declines', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const post = await aPost()
    const me = await signIn(context)
    await openHydratedPage(page, post.path)
    await page.getByLabel('Write a comment').fill('Nearly lost')
    await getSiteSql()`delete from sessions where user_id = (select id from users where username = ${me})`
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByRole('dialog', { name: "You've been signed out" })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Write a comment')).toHaveValue('Nearly lost')
    await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    expect(await getSiteSql()`select 1 from comments where post_id = ${post.id}`).toHaveLength(0)
  })

  test('asks to sign in again even if the code for that arrives after the response', {
    tag: '@full',
  }, async ({ page, context }) => {
    const post = await aPost()
    const me = await signIn(context)
    const code = Promise.withResolvers<void>()
    await page.route(/watch-session/, async (route) => {
      await code.promise
      return route.continue()
    })
    await openHydratedPage(page, post.path)
    await page.getByLabel('Write a comment').fill('Nearly lost')
    await getSiteSql()`delete from sessions where user_id = (select id from users where username = ${me})`
    const response = page.waitForResponse('**/api/comments')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await response
    code.resolve()
    await expect(page.getByRole('dialog', { name: "You've been signed out" })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Write a comment')).toHaveValue('Nearly lost')
  })
})

test('asks a visitor who votes or comments to sign in, and then continues', { tag: '@full' }, async ({
  page,
}) => {
  const { email, username } = await signUpAsMember(page)
  await signOutFromMenu(page)
  const post = await aPost()
  await openHydratedPage(page, post.path)
  const { up, box } = theVotes(page, post.title)
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Write a comment').fill('From before')
  await page.getByRole('button', { name: 'Sign in to comment' }).click()
  await expect(page.getByRole('dialog')).toContainText('Sign in to join the conversation.')
  const popup = page.waitForEvent('popup')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue with/ })
    .click()
  const provider = await popup
  await fillSignIn(provider, email)
  await expect(commentBy(page, username)).toContainText('From before')
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await returnFromPopup(page, provider)
  await signOutFromMenu(page)
  await openHydratedPage(page, post.path)
  // Playwright would wait until the button is enabled; a person clicks it anyway.
  await up.click({ force: true })
  const again = page.waitForEvent('popup')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue with/ })
    .click()
  await fillSignIn(await again, email)
  await expect(box).toHaveText('1')
  await expect.poll(() => scoreIn(post.id)).toBe(1)
})

test('keeps a typed comment across a reload and shows its preview and length', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const post = await aPost()
  await signIn(context)
  await openHydratedPage(page, post.path)
  const field = page.getByLabel('Write a comment')
  await field.fill('Some **bold** `code`')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('bold')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await page.reload()
  await waitForHydration(page)
  await expect(field).toHaveValue('Some **bold** `code`')
  await field.fill('😀'.repeat(9_990))
  await expect(page.getByText('10 characters left')).toBeVisible()
  await field.fill('😀'.repeat(10_003))
  await expect(page.getByText('3 characters over the limit of 10,000')).toBeVisible()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } })

  test("shows the actions of the member's own comment in one line", { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const post = await aPost()
    const username = await signIn(context)
    await openHydratedPage(page, post.path)
    await say(page, 'Mine')
    const mine = commentBy(page, username)
    const buttons = ['Upvote', 'Reply', 'Edit', 'Delete', 'More'].map((name) =>
      mine.getByRole('button', { name }).last(),
    )
    const [first, ...others] = await Promise.all(buttons.map((button) => button.boundingBox()))
    expect(others.map((box) => box?.y)).toEqual(others.map(() => first?.y))
    expect(others.every((box) => (box?.height ?? 0) >= 44 && (box?.width ?? 0) >= 44)).toBe(true)
  })
})

test('tells a muted member why voting and commenting are disabled', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const post = await aPost()
  const username = await signIn(context)
  await getSiteSql()`update users set is_muted = true where username = ${username}`
  await openHydratedPage(page, post.path)
  await expect(page.getByRole('main').getByText(/^Your account is muted\. You can read/)).toBeVisible()
  await expect(page.getByLabel('Write a comment')).toHaveCount(0)
  await expect(theVotes(page, post.title).up).toHaveAttribute('aria-disabled', 'true')
})

/** Creates a post with 3,000 comments: siblings, replies and one long chain at the end. */
const aLargeThread = async () => {
  const post = await aPost()
  const sql = getSiteSql()
  const [last] = await sql<Row[]>`select nextval('content_id_seq')::integer as id`
  const base = last?.id ?? 0
  await sql`
    insert into comments (id, post_id, user_id, parent_id, content, created_at)
    select ${base} + n, ${post.id}, (select min(id) from users),
      case when n > 2950 then ${base} + n - 1 when n > 200 then ${base} + 1 + n % 200 end, 'Large ' || n,
      now() - interval '1 day' + n * interval '1 second'
    from generate_series(1, 3000) n`
  await sql`select setval('content_id_seq', ${base + 3_001})`
  await sql`update posts set comment_count = 3000 where id = ${post.id}`
  return { ...post, base }
}

test('opens a large thread with its best comments, loads the rest, and gives a deep comment its own page', {
  tag: '@full',
}, async ({ page, context }) => {
  const post = await aLargeThread()
  const me = await signIn(context)
  await openHydratedPage(page, post.path)
  await expect(page.getByRole('heading', { name: '3000 comments' })).toBeVisible()
  const comments = page.locator('[id^="comment-"]')
  const first = await comments.count()
  expect(first).toBeLessThanOrEqual(100)
  await page.getByRole('button', { name: 'Load more comments' }).click()
  await expect.poll(() => comments.count()).toBeGreaterThan(first + 20)
  const second = await comments.count()
  await page
    .getByRole('button', { name: /^Show \d+ more repl/ })
    .first()
    .click()
  await expect.poll(() => comments.count()).toBeGreaterThan(second)
  // The member's own comment is shown even though it ranks low, and stays when the list is refetched.
  const answer = page.waitForResponse((response) => response.url().endsWith(`/api/posts/${post.id}`))
  await say(page, 'In the crowd')
  await expect(commentBy(page, me)).toBeVisible()
  await answer
  await expect(commentBy(page, me)).toBeInViewport()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(comments.first()).toContainText('In the crowd')
  await expect(comments.nth(1)).toContainText('Large 200')
  await openHydratedPage(page, `${post.path}/comment/${post.base + 2_990}`)
  const deep = page.locator(`#comment-${post.base + 2_990}`)
  await expect(deep).toBeInViewport()
  await expect(deep).toContainText('Large 2990')
  await expect(page.getByText('You are viewing a single thread.')).toBeVisible()
  await page
    .getByRole('link', { name: 'Continue this thread' })
    .or(page.getByRole('button', { name: /more repl/ }))
    .last()
    .click()
  await page.getByRole('link', { name: 'View earlier comments' }).click()
  await expect(page).not.toHaveURL(new RegExp(`${post.base + 2_990}$`))
  await page.getByRole('link', { name: 'Show all comments' }).click()
  await expect(page).toHaveURL(`${post.path}#comments`)
  await expect(page.getByRole('button', { name: 'Load more comments' })).toBeVisible()
})
