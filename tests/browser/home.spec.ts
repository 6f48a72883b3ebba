import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

const screens = [
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, lowest: 490 },
  { name: 'wide screen', viewport: { width: 1440, height: 900 }, hasTouch: false, lowest: 420 },
]

for (const { name, viewport, hasTouch, lowest } of screens) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch })

    test('begins the first card high on the first screen, for visitors and members', {
      tag: '@full',
    }, async ({ page, context }) => {
      const top = async () => (await page.getByRole('article').first().boundingBox())?.y ?? 999
      await openHydratedPage(page, '/')
      expect(await top()).toBeLessThan(lowest)
      await signIn(context)
      await openHydratedPage(page, '/')
      expect(await top()).toBeLessThan(lowest)
    })

    test('shows one search at a time and moves nothing when the header shows its own', {
      tag: '@full',
    }, async ({ page }) => {
      await openHydratedPage(page, '/')
      const fields = page.getByRole('combobox').and(page.locator('input'))
      await expect(fields).toHaveCount(1)
      await expect(fields).toHaveAccessibleName('Find prompts')
      await page.keyboard.press('/')
      await expect(fields).toBeFocused()
      const header = page.getByRole('banner')
      const before = await header.boundingBox()
      const login = await header.getByRole('button', { name: /^Login/ }).boundingBox()
      await page.evaluate(() => scrollTo(0, 51))
      const own = header.getByRole('combobox', { name: 'Search', exact: true })
      await expect(own).toBeVisible()
      expect(await header.boundingBox()).toEqual(before)
      expect(await header.getByRole('button', { name: /^Login/ }).boundingBox()).toEqual(login)
      await page.getByRole('combobox', { name: 'Find prompts' }).blur()
      await page.keyboard.press('/')
      await expect(own).toBeFocused()
      // The field does not disappear while it has focus.
      await page.evaluate(() => scrollTo(0, 0))
      await waitForAnimationFrames(page)
      await expect(own).toBeFocused()
      await own.blur()
      await expect(own).toHaveCount(0)
    })
  })
}

test('shows visitors two prompts with their blanks, beside a picture that loads and an answer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydratedPage(page, '/')
  const examples = page.getByRole('list', { name: 'Examples' })
  await expect(examples.getByRole('listitem')).toHaveCount(2)
  const [painted, answered] = [
    examples.getByRole('link', { name: /Poster with honest geometry/ }),
    examples.getByRole('link', { name: /Mock interview/ }),
  ]
  // The first one is whole on a phone, and its prompt and its picture are side by side.
  await expect(painted).toBeInViewport({ ratio: 1 })
  await expect(painted.getByText('an open-air chamber concert')).toBeInViewport()
  const picture = painted.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const prompt = await painted.locator('code').boundingBox()
  expect((await picture.boundingBox())?.x).toBeGreaterThan((prompt?.x ?? 0) + (prompt?.width ?? 0))
  await expect(answered.getByText('position', { exact: true })).toBeVisible()
  await expect(answered.getByText('Answer from Claude')).toBeVisible()
  await painted.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Poster with honest geometry' })).toBeVisible()
})

test('offers three searches that find something in a click', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByText(/^[\d,]+ prompts\. Fill in the blanks/)).toBeVisible()
  for (const q of ['interview', 'poster', 'code review']) {
    await main.getByRole('link', { name: q, exact: true }).click()
    await expect(page).toHaveURL(`/?q=${q.replace(' ', '+')}`)
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue(q)
    await expect(main.getByRole('article').first()).toBeVisible()
    await page.goBack()
  }
})

test("gives members the header's search from the start", { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await openHydratedPage(page, '/')
  await expect(page.getByRole('combobox')).toHaveAccessibleName('Search')
})
