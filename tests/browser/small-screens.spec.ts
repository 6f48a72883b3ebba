import { signIn, siteSql } from './support/members.ts'
import { openCreate } from './support/posts.ts'
import { aPostBy, aTopic, open } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 375, height: 700 }, hasTouch: true })

test('a list that opens at the bottom of a form comes clear of its buttons', async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreate(page)
  const field = dialog.getByRole('combobox', { name: 'AI Model' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await field.focus()
  await page.keyboard.press('ArrowDown')
  const list = await dialog.getByRole('listbox', { name: 'AI Model' }).boundingBox()
  const button = await dialog.getByRole('button', { name: 'Create Post' }).boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('what was searched for is said whole', async ({ page }) => {
  await open(page, `/?q=${encodeURIComponent('a prompt for a landing page in three languages')}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('in three languages')
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a long line of code in a comment is broken, not scrolled', async ({ page }) => {
  const post = await aPostBy(null)
  const code = `\`\`\`\nconst answer = ${'await ask() + '.repeat(12)}1\n\`\`\``
  await siteSql()`
    with said as (
      insert into comments (post_id, user_id, content) select id, user_id, ${code} from posts where id = ${post.id}
      returning post_id
    )
    update posts set comment_count = 1 from said where id = said.post_id`
  await open(page, post.path)
  const shown = page.getByRole('article').locator('pre', { hasText: 'const answer' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('an own empty profile and an empty topic offer the next step to who may take it', async ({
  page,
  context,
}) => {
  const topic = await aTopic()
  const username = await signIn(context)
  const create = page.getByRole('main').getByRole('button', { name: 'Create Post' })
  await open(page, `/u/${username}`)
  await expect(page.getByText('You have not published a prompt yet.')).toBeVisible()
  await create.click()
  await page.getByRole('dialog', { name: 'Create Post' }).getByRole('button', { name: 'Close' }).click()
  await open(page, topic.path)
  await expect(create).toBeVisible()
  await siteSql()`update users set is_muted = true where username = ${username}`
  await open(page, topic.path)
  await expect(create).toHaveCount(0)
  await context.clearCookies()
  await open(page, `/u/${username}`)
  await expect(page.getByText(`${username} has not published a prompt yet.`)).toBeVisible()
  await expect(create).toHaveCount(0)
})
