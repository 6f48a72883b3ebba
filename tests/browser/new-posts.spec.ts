import type { Page } from '@playwright/test'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember, seedTopic } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const pill = (page: Page) => page.getByRole('button', { name: /^Show .+ new posts?$/ })
const first = (page: Page) => page.getByRole('feed').getByRole('article').first()

test('announces new posts in a pill that shows them at the top of the feed', { tag: '@full' }, async ({
  page,
  context,
}) => {
  // The member must be signed in because the server caches visitors' responses for a few seconds.
  await signIn(context)
  await page.clock.install()
  const topic = await seedTopic()
  for (let n = 0; n < 25; n += 1) await seedPostByMember(null, { topicId: topic.id, title: `Old ${n}` })
  await openHydratedPage(page, topic.path)
  // A script scrolls the page, because wheel scrolling would continue for a while.
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: 2_000, behavior: 'instant' }))
    expect(await page.evaluate(() => scrollY)).toBe(2_000)
  }).toPass()
  await page.mouse.move(600, 500)
  const one = await seedPostByMember(null, { topicId: topic.id, title: 'Fresh' })
  await seedPostByMember(null, { title: 'Elsewhere' })
  const y = await page.evaluate(() => scrollY)
  await page.clock.runFor(61_000)
  await expect(pill(page)).toHaveText('Show 1 new post')
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Show 1 new post' })).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(y)
  const two = await seedPostByMember(null, { topicId: topic.id, title: 'Fresher' })
  await page.clock.runFor(61_000)
  await expect(pill(page)).toHaveText('Show 2 new posts')
  expect(await findSeriousViolations(page)).toEqual([])
  await pill(page).click()
  await expect(first(page)).toContainText(two.title)
  await expect(page.getByRole('feed')).toContainText(one.title)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(pill(page)).toHaveCount(0)
  await expect(async () => {
    await page.mouse.wheel(0, 3_000)
    await expect(page.getByRole('article', { name: 'Old 3 ' })).toBeAttached({ timeout: 500 })
  }).toPass()
})

test('shows no pill in a feed sorted by score, and a separate one in the followed feed', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  const topic = await seedTopic()
  await getSiteSql()`
    insert into user_topic_follows (user_id, topic_id)
    select id, ${topic.id} from users where username = ${username}`
  await seedPostByMember(null, { topicId: topic.id })
  await page.clock.install()
  await openHydratedPage(page, '/?feed=following')
  await expect(first(page)).toBeVisible()
  const fresh = await seedPostByMember(null, { topicId: topic.id, title: 'Fresh' })
  await seedPostByMember(null, { title: 'Elsewhere' })
  // The pill's code may load only after the clock has advanced, so the clock is advanced until the pill appears.
  await expect(async () => {
    await page.clock.runFor(61_000)
    await expect(pill(page)).toHaveText('Show 1 new post', { timeout: 1_000 })
  }).toPass()
  await pill(page).click()
  await expect(first(page)).toContainText(fresh.title)
  await openHydratedPage(page, '/popular')
  await seedPostByMember(null)
  await page.clock.runFor(61_000)
  await expect(pill(page)).toHaveCount(0)
})
