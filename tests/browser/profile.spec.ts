import { getSiteSql, signIn } from './support/members.ts'
import { expect, test } from './support/test.ts'

test("shows a member's details and published posts", { tag: '@full' }, async ({ page, baseURL }) => {
  await page.goto('/u/ananyarao')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ananyarao')
  await expect(page.getByText(/karma/)).toBeVisible()
  await expect(page.getByText(/^Joined/)).toBeVisible()
  await expect(page.getByRole('feed').locator('[aria-posinset]').first()).toContainText('ananyarao')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/u/ananyarao`)
})

test('renders profile links with rel="nofollow", and only to http(s)', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  await getSiteSql()`
    update users set website = 'https://example.org/me', x_link = 'javascript:alert(1)', bio = 'Two\nlines'
    where username = ${username}`
  await page.goto(`/u/${username}`)
  const website = page.getByRole('link', { name: 'Website' })
  await expect(website).toHaveAttribute('href', 'https://example.org/me')
  await expect(website).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(page.getByRole('link', { name: 'X', exact: true })).toHaveCount(0)
  await expect(page.getByText('No posts found.')).toBeVisible()
})

test('redirects a username in another case to the canonical URL', { tag: '@full' }, async ({ request }) => {
  const answer = await request.get('/u/AnanyaRao', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, '/u/ananyarao'])
})

test.describe('an unknown member', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('responds with a not found page', { tag: '@full' }, async ({ page }) => {
    expect((await page.goto('/u/nobodyhere'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
  })
})
