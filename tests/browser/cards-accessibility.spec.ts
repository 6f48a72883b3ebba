import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, seedSidebarTopics } from './support/members.ts'
import { expect, test } from './support/test.ts'

// The topics must exist before the first test file opens these pages because later test files get the same
// responses from the anonymous response cache.
test.beforeAll(seedSidebarTopics)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`feeds, posts and profiles have no serious axe violation (${colorScheme})`, async ({ page }) => {
    test.setTimeout(90_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const [post] = await getSiteSql()<{ id: number }[]>`
      select id from posts where not is_private order by comment_count desc, id limit 1`
    for (const path of [
      '/',
      '/?types=Image',
      '/?q=music',
      '/?q=qqqqxyzzy',
      `/post/${post?.id}`,
      '/t/learning',
      '/u/ananyarao',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await findSeriousViolations(page), path).toEqual([])
    }
  })
}
