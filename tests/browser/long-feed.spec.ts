import type { Page } from '@playwright/test'
import { siteSql } from './support/members.ts'
import { expect, test } from './support/test.ts'

const CARDS = 1_000
const MEGABYTE = 1024 * 1024

test.beforeAll(async () => {
  const sql = siteSql()
  await sql`insert into topics (name, slug) values ('Thousand', 'thousand')`
  await sql`
    insert into posts (user_id, topic_id, title, description, prompt, prompt_length, type, seo_slug, created_at)
    select (select min(id) from users), (select id from topics where slug = 'thousand'), 'Card ' || n,
      repeat('Some words about it. ', 1 + n % 9), repeat('word ', 60), 300, 'Text', 'thousand-' || n,
      now() - n * interval '1 minute'
    from generate_series(1, ${CARDS}::int) n`
})

test.afterAll(async () => {
  await siteSql()`delete from posts where seo_slug like 'thousand-%'`
  await siteSql()`delete from topics where slug = 'thousand'`
})

/** In steps that pass no card by, each drawn before the next; answers the most elements that there were at a time. */
const scrollThroughWhatIsThere = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    let elements = 0
    let height = 0
    do {
      scrollBy(0, 1_200)
      await drawn()
      elements = Math.max(elements, document.querySelectorAll('*').length)
      height = document.documentElement.scrollHeight
    } while (scrollY + innerHeight < height - 1)
    return { elements, height }
  })

test('a thousand cards keep the page small, and going back to the last of them exact', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('/t/thousand', { waitUntil: 'networkidle' })
  let most = 0
  const end = page.getByText("You've reached the end of the posts.")
  for (;;) {
    const { elements, height } = await scrollThroughWhatIsThere(page)
    most = Math.max(most, elements)
    // However slow the machine: the next page comes, or the end.
    const goesOn = () => page.evaluate((had) => document.documentElement.scrollHeight > had, height)
    await expect.poll(async () => (await end.isVisible()) || (await goesOn()), { timeout: 30_000 }).toBe(true)
    if (await end.isVisible()) break
  }
  await end.scrollIntoViewIfNeeded()
  const last = page.locator('[aria-posinset]').last()
  await expect(last).toHaveAttribute('aria-posinset', String(CARDS))

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  test
    .info()
    .annotations.push({ type: 'measured', description: `${most} elements, ${usedSize} bytes of heap` })
  expect(most).toBeLessThan(2_000)
  expect(usedSize).toBeLessThan(60 * MEGABYTE)

  const place = () => last.boundingBox()
  const before = await place()
  await last.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.goBack()
  await expect(async () =>
    expect(Math.abs(((await place())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1),
  ).toPass()
  await expect(last).toHaveAttribute('aria-posinset', String(CARDS))
})
