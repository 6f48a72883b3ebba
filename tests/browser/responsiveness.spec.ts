import type { Locator, Page } from '@playwright/test'
import { measureInteraction, measureLongestScriptTask } from './support/main-thread.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { clickCreatePost } from './support/posts.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

/** Decision 136 gives the reasons for these limits, in milliseconds of the reference machine at a quarter of its speed. */
const MAX_SCRIPT_MS = 150
const MAX_INTERACTION_MS = 100
/** Other work on the machine also costs processor time, by its use of caches, so the best of some attempts counts. */
const ATTEMPTS = 5

const measureBest = async (
  name: string,
  limit: number,
  measure: (attempt: number) => Promise<number>,
): Promise<void> => {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && (attempt < 2 || best > limit); attempt += 1)
    best = Math.min(best, await measure(attempt))
  // `npm run bench:browser` prints the figures.
  if (process.env.PRINT_FIGURES) console.log(`${name}: ${Math.round(best)} ms, at most ${limit} ms`)
  expect.soft(best, name).toBeLessThanOrEqual(limit)
}

const seedComments = async (count: number): Promise<string> => {
  const { id, path } = await seedPostByMember(null)
  await getSiteSql()`
    insert into comments (post_id, user_id, content, score, created_at)
    select ${id}, (select min(id) from users), 'It works **well** for [this](https://example.org), ' || n, n,
      now() - interval '1 day'
    from generate_series(1, ${count}) n`
  await getSiteSql()`update posts set comment_count = ${count} where id = ${id}`
  return path
}

const visit = async (page: Page, path: string): Promise<void> => {
  await openHydratedPage(page, path)
  await page.waitForLoadState('networkidle')
}

// Figures differ by a third between machines and between loads, so only the full run judges them.
test.describe('on a slow processor', { tag: '@full' }, () => {
  test.describe.configure({ timeout: 180_000 })

  for (const viewer of ['visitor', 'member'] as const)
    test(`hydration never blocks the page of a ${viewer} for more than 150 ms`, async ({ page, context }) => {
      if (viewer === 'member') await signIn(context)
      const post = await seedComments(100)
      const session = await context.newCDPSession(page)
      for (const [name, path] of Object.entries({ home: '/', list: '/new', post, search: '/?q=prompt' })) {
        // A server that has not rendered the page yet takes longer.
        await visit(page, path)
        await measureBest(`hydration of ${name} as a ${viewer}`, MAX_SCRIPT_MS, async () => {
          await page.goto('about:blank')
          await session.send('Network.clearBrowserCache')
          return measureLongestScriptTask(page, () => visit(page, path))
        })
      }
    })

  test('a vote, Reveal, the Create Post dialog and typing into the search field paint within 100 ms', async ({
    page,
    context,
  }) => {
    await signIn(context)
    await visit(page, '/new')
    const banner = page.getByRole('banner')
    const measure = (
      name: string,
      findTarget: (attempt: number) => Locator,
      input: (target: Locator, attempt: number) => Promise<unknown>,
      undo?: () => Promise<unknown>,
    ) =>
      measureBest(name, MAX_INTERACTION_MS, async (attempt) => {
        const target = findTarget(attempt)
        // Scrolls and shows the target as hovered, which is not part of the interaction.
        await target.hover()
        await waitForAnimationFrames(page)
        const work = await measureInteraction(page, async () => {
          await input(target, attempt)
          await waitForAnimationFrames(page)
        })
        await undo?.()
        return work
      })
    const click = (target: Locator) => target.click()

    const votes = page.getByRole('button', { name: 'Upvote' })
    await measure('vote', (attempt) => votes.nth(attempt), click)
    await expect(votes.first()).toHaveAttribute('aria-pressed', 'true')

    const reveal = page.getByRole('button', { name: 'Reveal' })
    await measure('Reveal', () => reveal.first(), click)

    // The first time, the dialog's code is still loading at the next paint.
    const dialog = await clickCreatePost(page)
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await close()
    const open = async (button: Locator) => {
      await button.click()
      await expect(dialog).toBeVisible()
    }
    await measure(
      'opening Create Post',
      () => banner.getByRole('button', { name: 'Create Post' }),
      open,
      close,
    )

    const search = page.getByRole('combobox', { name: 'Search' })
    await search.click()
    await measure(
      'typing into the search field',
      () => search,
      (field, attempt) => field.press('promp'[attempt] ?? 't'),
    )
  })
})
