import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

type Found = { id: number; path: string; title: string; prompt: string; topic: string; slug: string }

/** Finds the most-commented public post of the example content that has a topic, this type and at least `pictures` files. */
const findPost = async (type = 'Text', pictures = 0): Promise<Found> => {
  const [post] = await getSiteSql()<Found[]>`
    select p.id, p.title, p.prompt, p.seo_slug as slug, t.slug as topic, '/t/' || t.slug || '/' || p.seo_slug as path
    from posts p join topics t on t.id = p.topic_id join users u on u.id = p.user_id
    where u.google_id like 'fake%' and p.type = ${type} and not p.is_private and p.prompt_length > 300
      and cardinality(p.example_files) >= ${pictures}
    order by p.comment_count desc, p.id limit 1`
  if (!post) throw new Error('No such post in the example content')
  return post
}

const promptIn = (page: Page) => page.getByRole('article').first().locator('pre')

test('shows visitors at most 150 characters of a prompt', { tag: '@full' }, async ({ page, request }) => {
  const post = await findPost()
  const secret = post.prompt.slice(150, 190)
  for (const path of [post.path, `/post/${post.id}`, `/?q=${encodeURIComponent(post.title)}`]) {
    expect(await (await request.get(path)).text(), path).not.toContain(JSON.stringify(secret).slice(1, -1))
  }
  await openHydratedPage(page, post.path)
  const text = (await promptIn(page).textContent()) ?? ''
  expect(text.length).toBeLessThanOrEqual(150)
  await expect(promptIn(page).locator('[aria-hidden]')).toHaveCSS('user-select', 'none')
  await page.getByRole('button', { name: 'Sign in to reveal' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
})

test("shows members the whole prompt on the post's page and lets them copy it", { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const post = await findPost()
  await openHydratedPage(page, post.path)
  const blank = /\$\{(\w+)\}/g
  expect(post.prompt).toMatch(blank)
  // Blanks are shown as words, and copied as they are written.
  expect(await promptIn(page).textContent()).toBe(post.prompt.replace(blank, '$1'))
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  await expect(page.getByText('Prompt copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(post.prompt)
  expect(await page.locator('script[type="application/ld+json"]').textContent()).not.toContain(
    JSON.stringify(post.prompt.slice(150, 190)).slice(1, -1),
  )
})

test('keeps a prompt revealed after a member reveals it in a feed', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const [long] = await getSiteSql()<Found[]>`
    update posts set prompt = repeat('A long prompt. ', 300), prompt_length = 4500
    where id = (select max(id) from posts where not is_private) returning id, title, prompt`
  await openHydratedPage(page, `/?q=${encodeURIComponent(`"${long?.title}"`)}`)
  const card = page.getByRole('article', { name: long?.title ?? '' }).first()
  expect(((await card.locator('pre').textContent()) ?? '').length).toBeLessThanOrEqual(150)
  await card.getByRole('button', { name: 'Reveal' }).click()
  await expect(card.locator('pre')).toHaveText((long?.prompt ?? '').trimEnd())
})

test('a visitor copies the link and the code that embeds a post, sorts its comments and collapses threads', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const post = await findPost()
  await openHydratedPage(page, `/post/${post.id}`)

  await test.step('Share copies the canonical link, and the code that embeds it', async () => {
    const choose = async (name: string) => {
      await page.getByRole('article').first().getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Share link')
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + post.path)
    await choose('Embed')
    await expect(page.getByText('Embed code copied', { exact: true })).toBeVisible()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    expect(code).toContain(`<iframe src="${baseURL}/embed/post/${post.id}" title="`)
  })

  await test.step('comments are sorted by score or by date, and threads collapse', async () => {
    const comments = page.getByRole('region', { name: /comments?$/ })
    await expect(comments.getByRole('button', { name: 'Top' })).toHaveAttribute('aria-pressed', 'true')
    await comments.getByRole('button', { name: 'New', exact: true }).click()
    await expect(comments.getByRole('button', { name: 'New', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await comments
      .getByRole('button', { name: /^Hide / })
      .first()
      .click()
    await expect(comments.getByText(/comments? hidden/)).toBeVisible()
    await comments.getByRole('button', { name: 'Sign in to comment' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } })

  test('copies the link if the share sheet fails, but not if the user closes it', { tag: '@full' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      navigator.share = () => Promise.reject(new DOMException('', Reflect.get(window, 'errorName')))
      const write = Clipboard.prototype.writeText
      Object.assign(window, { copies: 0 })
      Clipboard.prototype.writeText = function (text) {
        Object.assign(window, { copies: Reflect.get(window, 'copies') + 1 })
        return write.call(this, text)
      }
    })
    const post = await findPost()
    await openHydratedPage(page, post.path)
    for (const errorName of ['AbortError', 'NotAllowedError']) {
      await page.evaluate((name) => Object.assign(window, { errorName: name }), errorName)
      await page.getByRole('main').getByRole('button', { name: 'Share' }).first().tap()
      await page.getByRole('menuitem', { name: 'Share link' }).tap()
    }
    await expect(page.getByText('Link copied')).toHaveCount(1)
    expect(await page.evaluate(() => Reflect.get(window, 'copies'))).toBe(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + post.path)
  })
})

test('serves a post by its id and names its canonical link', { tag: '@full' }, async ({ page, baseURL }) => {
  const post = await findPost()
  await page.goto(`/post/${post.id}?utm_source=x`)
  expect(new URL(page.url()).pathname).toBe(`/post/${post.id}`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', baseURL + post.path)
  await expect(page).toHaveTitle(`Post - ${post.title}`)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ headline: post.title, url: baseURL + post.path })
})

test('redirects a wrong topic or case permanently', { tag: '@full' }, async ({ request }) => {
  const { slug, path } = await findPost()
  for (const wrong of [
    `/t/nowhere/${slug}`,
    `/t/nowhere/${slug.toUpperCase()}`,
    path.toUpperCase().replace('/T/', '/t/'),
  ]) {
    const answer = await request.get(wrong, { maxRedirects: 0 })
    expect(answer.status(), wrong).toBe(301)
    expect(answer.headers().location).toBe(path)
  }
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('responds with 404 and says what is missing', { tag: '@full' }, async ({ page }) => {
    for (const [path, title] of [
      ['/post/99999999', 'Post not found'],
      ['/post/abc', 'Page Not Found'],
      ['/post/1e3', 'Page Not Found'],
      ['/private/aaaaaaaaaaaaaaaaaaaaaa', 'Private Post Not Found'],
      ['/t/learning/no-such-post', 'Post not found'],
    ] as const) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const isPost = !path.startsWith('/private/')
      await expect(page).toHaveTitle(isPost ? 'Post - Post not found' : 'Prompt Collection')
    }
  })
})

test('shows a private post to anyone with its link and excludes it from search engines', {
  tag: '@full',
}, async ({ page }) => {
  const privateId = 'browserTestPrivate0001'
  await getSiteSql()`
    insert into posts (user_id, title, description, prompt, prompt_length, type, is_private, private_id, seo_slug)
    select min(id), 'A hidden thing', 'For few', 'Short prompt.', 13, 'Text', true, ${privateId}, 'a-hidden-thing' from users`
  expect((await page.goto(`/private/${privateId}`))?.status()).toBe(200)
  await expect(page).toHaveTitle('Prompt Collection')
  await expect(page.getByText('🔒 Private Post')).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
})

test('the breadcrumb links to the home page and to the topic', { tag: '@full' }, async ({ page }) => {
  const post = await findPost()
  await page.goto(post.path)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toHaveText([/Home/, /\w/, new RegExp(post.title.slice(0, 10))])
  await crumbs.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(`/t/${post.topic}`)
})

test("highlights the comment on the comment's own page", { tag: '@full' }, async ({ page }) => {
  const [comment] = await getSiteSql()<{ id: number; postId: number }[]>`
    select c.id, c.post_id from comments c join posts p on p.id = c.post_id
    where not p.is_private and parent_id is not null order by c.id limit 1`
  await page.goto(`/post/${comment?.postId}/comment/${comment?.id}`)
  await expect(page.locator(`#comment-${comment?.id}`)).toBeInViewport()
})

test('reports a deleted comment at its URL and does not request it again', { tag: '@full' }, async ({
  page,
  calls,
}) => {
  const [post] = await getSiteSql()<
    { id: number }[]
  >`select id from posts where not is_private order by id limit 1`
  await page.goto(`/post/${post?.id}/comment/999999999`, { waitUntil: 'networkidle' })
  await expect(page.getByText("We couldn't find that comment. It may have been deleted.")).toBeVisible()
  expect(calls).toEqual([])
})

test('opens examples in a preview with arrow keys, Escape and a download link', async ({ page }) => {
  const post = await findPost('Image', 2)
  await openHydratedPage(page, post.path)
  const first = page.getByRole('button', { name: /^Example image 1/ })
  await first.click()
  const preview = page.getByRole('dialog', { name: /^Examples of / })
  await expect(preview.getByText(/^1 of \d/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText(/^2 of \d/)).toBeVisible()
  const download = page.waitForEvent('download')
  await preview.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^[\w-]+-2\.(png|jpg|webp|avif|gif)$/)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(first).toBeFocused()
  await first.click()
  await preview.getByRole('button', { name: 'Close' }).click()
  await expect(first).toBeFocused()
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`shows the first line of a prompt on the first screen below five pictures at ${width} px`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    const { id, path } = await seedPostByMember(null)
    await getSiteSql()`
      update posts set type = 'Image', example_files = array(
        select distinct file from posts, unnest(example_files) as file where file like '%-1200x900.webp' limit 5)
      where id = ${id}`
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Example image/ })).toHaveCount(5)
    const bottomOfFirstLine = await promptIn(page).evaluate((box) => box.getBoundingClientRect().top + 32)
    expect(bottomOfFirstLine).toBeLessThan(height)
    // Feeds of later tests show no post with so many pictures.
    await getSiteSql()`delete from posts where id = ${id}`
  })
}
