import { signIn } from './support/members.ts'
import { expect, test } from './support/test.ts'

test('a topic has its title, description, sorts and feed', async ({ page, baseURL }) => {
  await page.goto('/t/learning')
  await expect(page).toHaveTitle('Learning')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/t/learning`)
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute(
    'href',
    /\/t\/learning\/feed\.xml$/,
  )
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  await page.getByRole('list', { name: 'Sort' }).getByRole('link', { name: 'Top' }).click()
  await expect(page).toHaveURL('/t/learning?sortBy=top')
  for (const card of await page.getByRole('feed').locator('[aria-posinset]').all()) {
    await expect(card).toContainText('t/Learning')
  }
})

test('lets members follow a topic', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/t/learning')
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
})

test("redirects other spellings of a topic's URL to the canonical one", async ({ request }) => {
  for (const wrong of ['/t/Machine-Learning', '/t/machine%20learning']) {
    const answer = await request.get(wrong, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], wrong).toEqual([301, '/t/machine-learning'])
  }
})

test.describe('an unknown topic', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('responds with a not found page', async ({ page }) => {
    expect((await page.goto('/t/no-such-topic'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Topic not found')
  })
})
