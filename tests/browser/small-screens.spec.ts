import type { Locator } from '@playwright/test'
import { clearSession } from './support/accounts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { chooseFiles, createPngFile, getChosenFiles, openCreateDialog } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, seedTopic } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 375, height: 700 }, hasTouch: true })

test("a list opened at the bottom of a form does not cover the form's buttons", { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const field = dialog.getByRole('combobox', { name: 'AI Model' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await field.focus()
  await page.keyboard.press('ArrowDown')
  const list = await dialog.getByRole('listbox', { name: 'AI Model' }).boundingBox()
  const button = await dialog.getByRole('button', { name: 'Create Post' }).boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('a toast covers nothing that can be used in a tall dialog, which keeps its height', {
  tag: '@full',
}, async ({ page, context }) => {
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  /** Returns whether a click in the middle of each element would reach it. */
  const areClear = async (...parts: Locator[]) => {
    await expect(toast).toBeVisible()
    for (const part of parts)
      await expect
        .poll(() =>
          part.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          }),
        )
        .toBe(true)
  }
  await signIn(context)
  const create = await openCreateDialog(page)
  const [title, send] = [create.getByRole('heading'), create.getByRole('button', { name: 'Create Post' })]
  await chooseFiles(create, [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }])
  await expect(toast).toContainText('Invalid file type')
  await areClear(title, send, create.getByRole('button', { name: 'Close' }))
  // A 30-pixel strip of the page stays visible.
  const height = async () => (await create.boundingBox())?.height
  await expect.poll(height).toBe(670)
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await expect.poll(height).toBe(670)

  // Checks the case in which the toast appears before the dialog.
  await openHydratedPage(page, (await seedPostByMember(null)).path)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast).toContainText('Post bookmarked')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await areClear(keys.getByRole('heading').first(), keys.getByRole('button', { name: 'Close' }))
})

test('a menu lies above a toast', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await page.setViewportSize({ width: 390, height: 500 })
  await openHydratedPage(page, (await seedPostByMember(null)).path)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  // The toast stays as long as the pointer is on it.
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .hover()
  const items = page.getByRole('menuitem')
  for (const opener of ['More ways to use the prompt', 'Account menu']) {
    await page.getByRole('button', { name: opener }).press('Enter')
    await expect(items.first()).toBeVisible()
    const covered = await items.evaluateAll((all) =>
      all.filter((item) => {
        const { left, top, width, height } = item.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        return y < innerHeight && !item.contains(document.elementFromPoint(x, y))
      }),
    )
    expect(covered).toHaveLength(0)
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
  }
})

test('shows the whole search query', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, `/?q=${encodeURIComponent('a prompt for a landing page in three languages')}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('in three languages')
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('wraps a long line of code in a comment', { tag: '@full' }, async ({ page }) => {
  const post = await seedPostByMember(null)
  const code = `\`\`\`\nconst answer = ${'await ask() + '.repeat(12)}1\n\`\`\``
  await getSiteSql()`
    with said as (
      insert into comments (post_id, user_id, content) select id, user_id, ${code} from posts where id = ${post.id}
      returning post_id
    )
    update posts set comment_count = 1 from said where id = said.post_id`
  await openHydratedPage(page, post.path)
  const shown = page.getByRole('article').locator('pre', { hasText: 'const answer' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test("offers the next step on the member's own empty profile and in an empty topic", {
  tag: '@full',
}, async ({ page, context }) => {
  const topic = await seedTopic()
  const username = await signIn(context)
  const create = page.getByRole('main').getByRole('button', { name: 'Create Post' })
  await openHydratedPage(page, `/u/${username}`)
  await expect(page.getByText(/^None of your prompts are public\./)).toBeVisible()
  await create.click()
  await page.getByRole('dialog', { name: 'Create Post' }).getByRole('button', { name: 'Close' }).click()
  await openHydratedPage(page, topic.path)
  await expect(create).toBeVisible()
  await getSiteSql()`update users set is_muted = true where username = ${username}`
  await openHydratedPage(page, topic.path)
  await expect(create).toHaveCount(0)
  await clearSession(page)
  await openHydratedPage(page, `/u/${username}`)
  await expect(page.getByText(`${username} hasn't published a prompt yet.`)).toBeVisible()
  await expect(create).toHaveCount(0)
})

test('expands the search field to the width of the header while it has the focus', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, '/new')
  const field = page.getByRole('banner').getByRole('combobox')
  const before = (await field.boundingBox())?.width ?? 0
  await field.click()
  expect((await field.boundingBox())?.width ?? 0).toBeGreaterThan(300)
  await page.keyboard.type('words')
  // Tab still moves to the next element and scrolls it back into view.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeFocused()
  await expect.poll(async () => (await field.boundingBox())?.width).toBe(before)
})

for (const width of [320, 768]) {
  test(`shows the buttons of chosen files within their tiles at ${width}`, { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(context)
    const dialog = await openCreateDialog(page)
    await chooseFiles(dialog, [await createPngFile('first.png'), await createPngFile('second.png', 61)])
    await expect(getChosenFiles(dialog)).toHaveCount(2)
    // The buttons are smaller while the dialog's opening animation is running.
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const tile = await getChosenFiles(dialog).first().boundingBox()
    const button = await dialog.getByRole('button', { name: 'Move first.png later' }).boundingBox()
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((tile?.x ?? 0) + (tile?.width ?? 0))
    expect(button?.height).toBeGreaterThanOrEqual(44)
  })
}

test('offers the next step in an empty feed of followed topics', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const topic = await seedTopic()
  await page.request.post(`/api/topics/${topic.id}/follow`, {
    headers: { origin: process.env.SITE_URL ?? '' },
  })
  await openHydratedPage(page, '/?feed=following')
  await page.getByRole('main').getByRole('link', { name: 'Browse prompts' }).click()
  await expect(page).toHaveURL('/')
})

test('keeps the field of an open list visible on a phone in landscape', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const field = dialog.getByRole('combobox', { name: 'Topic' })
  await field.click()
  await expect(dialog.getByRole('listbox', { name: 'Topic' })).toBeInViewport({ ratio: 1 })
  await expect(field).toBeInViewport({ ratio: 1 })
  const title = await dialog.getByRole('heading', { name: 'Create Post' }).boundingBox()
  expect((await field.boundingBox())?.y ?? 0).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
})

test('closes a list left open by touch scrolling when the keyboard focus moves on', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const field = dialog.getByRole('combobox', { name: 'AI Model' })
  await field.click()
  // These are the events that a browser sends for touch scrolling.
  for (const kind of ['pointerdown', 'pointercancel'])
    await dialog.getByText('Description').dispatchEvent(kind, { pointerType: 'touch', bubbles: true })
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
})

test("a card's header is two lines, whose links are 44 px high and do not overlap", { tag: '@full' }, async ({
  page,
}) => {
  const post = await seedPostByMember(null)
  await getSiteSql()`
    update posts set models = ${['stable-video-diffusion', 'veo']}, type = 'Video',
      topic_id = (select id from topics order by length(name) desc limit 1)
    where id = ${post.id}`
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openHydratedPage(page, '/new')
    const card = page.getByRole('article', { name: post.title })
    const lines = await card.locator('.card-line').all()
    const heights = await Promise.all(lines.map(async (line) => (await line.boundingBox())?.height ?? 0))
    expect(heights).toEqual([20, 32])
    const links = await Promise.all(
      (await card.locator('.card-line').getByRole('link').all()).map(
        async (link) => await link.boundingBox(),
      ),
    )
    expect(links.map((box) => box?.height)).toEqual([44, 44])
    const [author, topic] = links
    expect((author?.x ?? 0) + (author?.width ?? 0)).toBeLessThanOrEqual(topic?.x ?? 0)
    expect((topic?.x ?? 0) + (topic?.width ?? 0)).toBeLessThan(width)
  }
})

test('a dialog on a phone is a sheet at the bottom, as high as its content', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydratedPage(page, '/')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  const boxOf = async () => (await dialog.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await expect.poll(async () => (await boxOf()).y + (await boxOf()).height).toBe(844)
  const box = await boxOf()
  expect(box.x).toBe(0)
  expect(box.y).toBeGreaterThanOrEqual(32)
  const isScrollable = await dialog.evaluate((element) =>
    [...element.children].some((child) => child.scrollHeight > child.clientHeight + 1),
  )
  expect(isScrollable && box.y > 33).toBe(false)
})
