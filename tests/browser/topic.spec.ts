import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember, seedTopic } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test('a topic has its title, description, sorts and feed', { tag: '@full' }, async ({ page, baseURL }) => {
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

test('lets members follow a topic', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await page.goto('/t/learning')
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
})

test("redirects other spellings of a topic's URL to the canonical one", { tag: '@full' }, async ({
  request,
}) => {
  for (const wrong of ['/t/Machine-Learning', '/t/machine%20learning']) {
    const answer = await request.get(wrong, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], wrong).toEqual([301, '/t/machine-learning'])
  }
})

/**
 * Creates a topic with posts whose pictures have these sizes, newest first, and one text post. The posts are old, so that other
 * tests do not find their missing pictures among the new ones.
 */
const aTopicOfPictures = async (sizes: readonly string[]) => {
  const topic = await seedTopic()
  const sql = getSiteSql()
  const [seeded] = await sql<{ url: string }[]>`
    select example_files[1] as url from posts where example_files[1] like '%.webp' order by id limit 1`
  const url = seeded?.url ?? ''
  for (const [index, size] of sizes.entries()) {
    const { id } = await seedPostByMember(null, { topicId: topic.id, title: `Picture ${index + 1} of` })
    await sql`
      update posts set type = 'Image', created_at = now() - interval '1 year' - interval '1 minute' * ${index},
        example_files = ${[url.replace(/-\d+x\d+\./, `-${size}.`)]}
      where id = ${id}`
  }
  await seedPostByMember(null, { topicId: topic.id, title: 'Only words' })
  return topic
}

test.describe('a gallery', () => {
  // The image files do not exist, but their sizes reserve the space for them.
  test.use({ expectedErrors: [/status of 404/] })
  const sizes = Array.from({ length: 23 }, (_, index) => ['600x800', '800x600', '500x500'][index % 3] ?? '')
  const tiles = '[data-card] > article'

  for (const [width, columns] of [
    [390, 2],
    [1280, 3],
  ] as const) {
    test(`has ${columns} columns at ${width} px, in reading order and without JavaScript`, {
      tag: '@full',
    }, async ({ browser, baseURL }) => {
      const topic = await aTopicOfPictures(sizes)
      const context = await browser.newContext({
        javaScriptEnabled: false,
        baseURL: baseURL ?? '',
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      await page.goto(topic.path)
      await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Gallery' }).click()
      await expect(page).toHaveURL(`${topic.path}?view=gallery`)
      await expect(page.locator(tiles)).toHaveCount(10)
      await expect(page.locator(tiles, { hasText: 'Only words' })).toHaveCount(0)
      const boxes = await Promise.all((await page.locator(tiles).all()).map((tile) => tile.boundingBox()))
      expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(columns)
      const tops = boxes.map((box) => Math.round(box?.y ?? 0))
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      const [tall] = boxes
      expect((tall?.height ?? 0) / (tall?.width ?? 1)).toBeCloseTo(4 / 3, 1)
      await page.getByRole('link', { name: 'More posts' }).click()
      await expect(page).toHaveURL(/view=gallery/)
      await expect(page.locator(tiles).first()).toContainText('Picture 11')
      await context.close()
    })
  }

  test('continues while one scrolls, and Back restores the position', async ({ page }) => {
    const topic = await aTopicOfPictures(sizes)
    await openHydratedPage(page, `${topic.path}?view=gallery`)
    await expect(page.locator(tiles).first().getByRole('img')).toHaveAttribute(
      'alt',
      /^Example image 1 of Picture 1/,
    )
    await expect(async () => {
      // A script scrolls the page, because a wheel would go on for a while.
      await page.evaluate(() => scrollBy({ top: 800, behavior: 'instant' }))
      await expect(page.locator(tiles)).toHaveCount(23, { timeout: 200 })
    }).toPass({ timeout: 15_000 })
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    // A click on a tile that is partly outside of the window would scroll first.
    const index = await page.locator(tiles).evaluateAll((all) =>
      all.findIndex((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return top > 80 && bottom < innerHeight
      }),
    )
    const tile = page.locator(tiles).nth(index)
    const title = await tile.getByRole('heading').innerText()
    await tile.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack()
    await expect(page.locator(tiles)).toHaveCount(23)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  })

  test('shows titles and authors on hover and focus, on touch screens always', { tag: '@full' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const topic = await aTopicOfPictures(sizes.slice(0, 3))
    const path = `${topic.path}?view=gallery`
    await openHydratedPage(page, path)
    const caption = page.locator('.gallery-caption').nth(1)
    await expect(caption).toHaveCSS('opacity', '0')
    await page.locator(tiles).nth(1).hover()
    await expect(caption).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await expect(caption).toHaveCSS('opacity', '0')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.locator(tiles).nth(1)).toBeFocused()
    await expect(caption).toHaveCSS('opacity', '1')
    const context = await browser.newContext({ baseURL: baseURL ?? '', isMobile: true, hasTouch: true })
    const phone = await context.newPage()
    await phone.goto(path)
    await expect(phone.locator('.gallery-caption').nth(1)).toHaveCSS('opacity', '1')
    await context.close()
  })

  test('leads to the list if a topic has no pictures', { tag: '@full' }, async ({ page }) => {
    const topic = await aTopicOfPictures([])
    await getSiteSql()`update topics set post_count = 1 where id = ${topic.id}`
    await openHydratedPage(page, `${topic.path}?view=gallery&types=Image`)
    await page.getByRole('link', { name: 'Show the list' }).click()
    await expect(page).toHaveURL(`${topic.path}?types=Image`)
  })
})

test.describe('an unknown topic', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('responds with a not found page', { tag: '@full' }, async ({ page }) => {
    expect((await page.goto('/t/no-such-topic'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Topic not found')
  })
})
