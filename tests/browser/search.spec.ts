import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test('highlights the search terms in the results', async ({ page }) => {
  await page.goto('/?q=music')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('music')
  const marks = page.getByRole('feed').locator('mark')
  await expect(marks.first()).toBeVisible()
  for (const mark of await marks.all()) expect((await mark.innerText()).toLowerCase()).toContain('music')
})

test('corrects a spelling mistake and says so', async ({ page }) => {
  await page.goto('/?q=musci')
  await expect(page.getByText('Showing results for')).toBeVisible()
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
})

test('filters the results and keeps the query', async ({ page }) => {
  await page.goto('/?q=the')
  await page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: 'Image', exact: true })
    .click()
  await expect(page).toHaveURL('/?q=the&types=Image')
})

test('shows search tips if nothing is found', async ({ page }) => {
  await page.goto('/?q=qqqqxyzzy')
  await expect(page.getByText('No posts found.')).toBeVisible()
  await expect(page.getByText('type:image')).toBeVisible()
})

test("the hero's form searches within a type, even without JavaScript", async ({ browser, baseURL }) => {
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

test('shows partial matches for a sentence and says so', async ({ page }) => {
  await page.goto('/?q=please+write+music+about+a+lighthouse')
  await expect(page.getByText('No post matches all of your words.')).toBeVisible()
  const feed = page.getByRole('feed')
  await expect(feed.getByRole('heading', { name: 'Partial matches' })).toBeVisible()
  const firstPost = feed.locator('article[aria-posinset="1"]')
  await expect(firstPost).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('j')
  await expect(firstPost).toBeFocused()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
})

test('shows the number of results and tells visitors how to search whole prompts', async ({ page }) => {
  await page.goto('/?q=music')
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Partial matches' })).toBeHidden()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Sign in to search full prompts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('lists matching topics and people above the posts', async ({ page }) => {
  await page.goto('/?q=music')
  const names = page.getByRole('navigation', { name: 'Matching topics and people' })
  await names.getByRole('link', { name: 'Music' }).click()
  await expect(page).toHaveURL(/\/t\/music/)
})

test('ignores words beyond the twelfth and says so', async ({ page }) => {
  await page.goto(`/?q=music+${Array.from({ length: 14 }, (_, n) => `word${n}`).join('+')}`)
  await expect(
    page.getByText('We searched for the first 12 words only and ignored the other 3.'),
  ).toBeVisible()
})
