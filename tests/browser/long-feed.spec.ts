import type { Page } from '@playwright/test'
import { getSiteSql } from './support/members.ts'
import { expect, test } from './support/test.ts'

const CARDS = 1_000
const MEGABYTE = 1024 * 1024

test.beforeAll(async () => {
  const sql = getSiteSql()
  await sql`insert into topics (name, slug) values ('Thousand', 'thousand')`
  await sql`
    insert into posts (user_id, topic_id, title, description, prompt, prompt_length, type, seo_slug, created_at)
    select (select min(id) from users), (select id from topics where slug = 'thousand'), 'Card ' || n,
      repeat('Some words about it. ', 1 + n % 9), repeat('word ', 60), 300, 'Text', 'thousand-' || n,
      now() - n * interval '1 minute'
    from generate_series(1, ${CARDS}::int) n`
})

test.afterAll(async () => {
  await getSiteSql()`delete from posts where seo_slug like 'thousand-%'`
  await getSiteSql()`delete from topics where slug = 'thousand'`
})

/** Scrolls in steps small enough that every card is rendered; returns the maximum number of elements and the height. */
const scrollLoadedCards = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    let elements = 0
    let height = 0
    do {
      scrollBy(0, 1_200)
      await nextFrame()
      elements = Math.max(elements, document.querySelectorAll('*').length)
      height = document.documentElement.scrollHeight
    } while (scrollY + innerHeight < height - 1)
    return { elements, height }
  })

test('keeps the page small over a thousand cards, and Back restores the last of them exactly', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('/t/thousand', { waitUntil: 'networkidle' })
  let maxElements = 0
  const end = page.getByText("You've reached the end of the posts.")
  for (;;) {
    const { elements, height } = await scrollLoadedCards(page)
    maxElements = Math.max(maxElements, elements)
    // Waits for the next page or the end marker, however slow the machine is.
    const hasGrown = () =>
      page.evaluate((previousHeight) => document.documentElement.scrollHeight > previousHeight, height)
    await expect
      .poll(async () => (await end.isVisible()) || (await hasGrown()), { timeout: 30_000 })
      .toBe(true)
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
    .annotations.push({ type: 'measured', description: `${maxElements} elements, ${usedSize} bytes of heap` })
  expect(maxElements).toBeLessThan(2_000)
  expect(usedSize).toBeLessThan(60 * MEGABYTE)

  const boxOfLast = () => last.boundingBox()
  const before = await boxOfLast()
  await last.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.goBack()
  await expect(async () =>
    expect(Math.abs(((await boxOfLast())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1),
  ).toPass()
  await expect(last).toHaveAttribute('aria-posinset', String(CARDS))
})
