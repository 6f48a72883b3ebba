import { getSiteSql, signIn } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const LONG = 'A prompt of many words. '.repeat(150).trim()
const MIDDLE = 'Say it once more, slowly. '.repeat(10).trim()

/** Creates a public post by this member, or by one of the seeded authors. */
const postWith = async (words: string, prompt: string, by: string | null = null) => {
  const title = generateTitle(words)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const [row] = await getSiteSql()<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
    select min(id), ${title}, 'About it', ${prompt}, ${prompt.length}, ${slug}
    from users where ${by}::text is null or username = ${by} returning id`
  const id = row?.id ?? 0
  return { id, title, path: `/post/${id}` }
}
const revealsOf = async (username: string, postId: number) =>
  (
    await getSiteSql()`
      select from post_reveals r join users u on u.id = r.user_id
      where u.username = ${username} and r.post_id = ${postId}`
  ).length

test("shows the member's own prompt without counting a reveal", { tag: '@full' }, async ({
  page,
  context,
  calls,
}) => {
  const me = await signIn(context)
  const post = await postWith('My own', MIDDLE, me)
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await expect(card.locator('pre')).toHaveText(MIDDLE)
  await openHydratedPage(page, post.path)
  await expect(page.locator('pre').first()).toHaveText(MIDDLE)
  expect(await revealsOf(me, post.id)).toBe(0)
  const before = calls.length
  await openHydratedPage(page, '/new')
  await expect(card).toBeVisible()
  expect(calls.slice(before).filter((url) => url.includes('/api/user/reveal'))).toEqual([])
})

test('reveals a bookmarked prompt immediately and after a reload', { tag: '@full' }, async ({
  page,
  context,
  calls,
}) => {
  const me = await signIn(context)
  const post = await postWith('Bookmarked', MIDDLE)
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await expect(card.getByRole('button', { name: 'Reveal' })).toBeVisible()
  await card.getByRole('button', { name: 'Bookmark' }).click()
  await expect(card.locator('pre')).toHaveText(MIDDLE)
  await expect(page.getByText('Post bookmarked', { exact: true })).toBeVisible()
  await openHydratedPage(page, '/new')
  await expect(card.locator('pre')).toHaveText(MIDDLE)
  // A bookmark does not count as a reveal, and an expanded card sends no request.
  expect(calls.filter((url) => url.includes('/api/user/reveal'))).toEqual([])
  expect(await revealsOf(me, post.id)).toBe(0)
})

test('shows 2,000 characters of a revealed prompt on a card, and the rest on request', {
  tag: '@full',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const me = await signIn(context)
  const post = await postWith('A long one', LONG, me)
  const other = await postWith('Another long one', LONG, me)
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await expect(card.locator('pre')).toHaveText(LONG.slice(0, 2_000).trim())
  await card.getByRole('button', { name: 'Show all (3.6k characters)' }).click()
  await expect(card.locator('pre')).toHaveText(LONG)
  await expect(card.getByRole('group', { name: 'Prompt' })).toBeFocused()
  await expect(card.getByRole('button', { name: 'Show all (3.6k characters)' })).toHaveCount(0)
  // Copying fetches the rest of the prompt.
  await page.getByRole('article', { name: other.title }).getByRole('button', { name: 'Copy prompt' }).click()
  await expect(page.getByText('Prompt copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LONG)
})

test.describe('a bookmark that cannot be stored', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('hides the prompt again', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const post = await postWith('Not stored', MIDDLE)
    await page.route('**/bookmark', (route) => route.fulfill({ status: 500, body: '{}' }))
    await openHydratedPage(page, '/new')
    const card = page.getByRole('article', { name: post.title })
    await card.getByRole('button', { name: 'Bookmark' }).click()
    await expect(page.getByText('Failed to update bookmark', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Reveal' })).toBeVisible()
  })
})

test('shows visitors 150 characters of a prompt that others have revealed', { tag: '@full' }, async ({
  page,
}) => {
  const post = await postWith('For visitors', MIDDLE)
  await getSiteSql()`insert into post_reveals (user_id, post_id) select max(id), ${post.id} from users`
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await expect(card.getByRole('button', { name: 'Sign in to reveal' })).toBeVisible()
  expect(((await card.locator('pre').textContent()) ?? '').length).toBeLessThanOrEqual(150)
})
