import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const WORDS = `It begins. ${'`a` '.repeat(2_400)}Here it ends.`

/** Creates a post with `count` long comments; also returns the top comment's id. */
const aLongDiscussion = async (count: number) => {
  const post = await seedPostByMember(null)
  const rows = await getSiteSql()<{ id: number }[]>`
    insert into comments (post_id, user_id, content, score, created_at)
    select ${post.id}, (select min(id) from users), ${WORDS}, n, now() - interval '1 day'
    from generate_series(1, ${count}) n returning id`
  await getSiteSql()`update posts set comment_count = ${count} where id = ${post.id}`
  return { ...post, best: rows.at(-1)?.id ?? 0 }
}

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by / })

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } })

    test('shows an excerpt of a long comment and expands it in place', async ({ page, context }) => {
      await signIn(context)
      const post = await aLongDiscussion(3)
      await openHydratedPage(page, post.path)
      await expect(comments(page)).toHaveCount(3)
      const [first, second] = [comments(page).first(), comments(page).nth(1)]
      await expect(first).toContainText('It begins.')
      await expect(first).not.toContainText('Here it ends.')
      await first.getByRole('link', { name: /^Show all of / }).focus()
      await page.keyboard.press('Enter')
      await expect(first).toContainText('Here it ends.')
      await expect(first).toBeFocused()
      await expect(first.getByRole('link', { name: /^Show all of / })).toHaveCount(0)
      await expect(second).not.toContainText('Here it ends.')
    })
  })
}

test('shows a long comment in full on its own page, even without JavaScript', { tag: '@full' }, async ({
  browser,
  baseURL,
}) => {
  const post = await aLongDiscussion(3)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(post.path)
  await expect(comments(page).first()).not.toContainText('Here it ends.')
  await comments(page).first().getByRole('link', { name: 'Show all of' }).click()
  await expect(page).toHaveURL(new RegExp(`/comment/${post.best}$`))
  await expect(comments(page).first()).toContainText('Here it ends.')
  await expect(comments(page).nth(1)).not.toContainText('Here it ends.')
  await context.close()
})

test('keeps a page of a hundred long comments below five megabytes, while the API returns them whole', {
  tag: '@full',
}, async ({ request }) => {
  const post = await aLongDiscussion(100)
  expect((await (await request.get(post.path)).body()).length).toBeLessThan(5_000_000)
  const { comments } = await (await request.get(`/api/posts/${post.id}`)).json()
  expect(comments.map(({ content }: { content: string }) => content)).toEqual(Array(100).fill(WORDS))
})
