import { expect, test, waitForHydration } from './support/test.ts'

test('finds posts, topics and people, and says how', async ({ page }) => {
  const feed = page.getByRole('feed')

  await test.step('highlights the words, counts the results and lists matching names', async () => {
    await page.goto('/?q=music')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('music')
    await expect(feed.locator('mark').first()).toBeVisible()
    for (const mark of await feed.locator('mark').all())
      expect((await mark.innerText()).toLowerCase()).toContain('music')
    await expect(page.getByText(/^\d+ results?$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Partial matches' })).toBeHidden()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Sign in to search full prompts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    const names = page.getByRole('navigation', { name: 'Matching topics and people' })
    await names.getByRole('link', { name: 'Music' }).click()
    await expect(page).toHaveURL(/\/t\/music/)
  })

  await test.step('corrects a spelling mistake', async () => {
    await page.goto('/?q=musci')
    await expect(page.getByText('Showing results for')).toBeVisible()
    await expect(feed.getByRole('article').first()).toBeVisible()
  })

  await test.step('keeps the query when the results are filtered', async () => {
    await page.goto('/?q=the')
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: 'Image', exact: true }).click()
    await expect(page).toHaveURL('/?q=the&types=Image')
  })

  await test.step('shows partial matches for a sentence', async () => {
    await page.goto('/?q=please+write+music+about+a+lighthouse')
    await expect(page.getByRole('heading', { name: 'Best matches' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Partial matches' })).toBeHidden()
    const firstPost = feed.locator('article[aria-posinset="1"]')
    await expect(firstPost).toBeVisible()
    await waitForHydration(page)
    await page.keyboard.press('j')
    await expect(firstPost).toBeFocused()
  })

  await test.step('shows tips if nothing is found', async () => {
    await page.goto('/?q=qqqqxyzzy')
    await expect(page.getByText('No posts found.')).toBeVisible()
    await expect(page.getByText('type:image')).toBeVisible()
  })

  await test.step('ignores words beyond the twelfth', async () => {
    await page.goto(`/?q=music+${Array.from({ length: 14 }, (_, n) => `word${n}`).join('+')}`)
    await expect(
      page.getByText('We searched for the first 12 words only and ignored the other 3.'),
    ).toBeVisible()
  })
})

test("the hero's form searches within a type, even without JavaScript", { tag: '@full' }, async ({
  browser,
  baseURL,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? '' })).newPage()
    await page.goto('/')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Image')
    await page.getByLabel('Find prompts').fill('light')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page).toHaveURL(/[?&]q=light/)
    await expect(page).toHaveURL(/types=Image/)
    await page.context().close()
  }
})
