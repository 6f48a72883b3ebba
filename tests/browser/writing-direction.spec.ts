import type { Locator } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const POSTS = {
  arabic: {
    title: 'كتابة رسالة رسمية إلى العميل',
    description: 'رسالة قصيرة ومهذبة.\n\n- أولاً: التحية\n- ثانياً: الطلب',
    prompt: 'اكتب رسالة رسمية.\nWrite it in English too.',
  },
  hebrew: {
    title: 'סיכום ישיבה בעברית',
    description: '> ציטוט קצר\n\nסיכום של ישיבה ארוכה.',
    prompt: 'סכם את הישיבה.',
  },
  latin: { title: 'Write a formal letter', description: 'A short letter.', prompt: 'Write a letter.' },
}
const names = Object.keys(POSTS) as (keyof typeof POSTS)[]

test.beforeAll(async () => {
  const sql = getSiteSql()
  await sql`insert into topics (name, slug) values ('Directions', 'directions')`
  for (const [at, name] of names.entries()) {
    const { title, description, prompt } = POSTS[name]
    await sql`
      insert into posts (user_id, topic_id, title, description, prompt, prompt_length, type, seo_slug, created_at)
      select (select min(id) from users), (select id from topics where slug = 'directions'), ${title}, ${description},
        ${prompt}, ${prompt.length}, 'Text', ${`direction-${name}`}, now() - ${at}::int * interval '1 minute'`
  }
})

test.afterAll(async () => {
  await getSiteSql()`delete from posts where seo_slug like 'direction-%'`
  await getSiteSql()`delete from topics where slug = 'directions'`
})

/** Returns the side of the element on which the first line of its text visibly begins. */
const sideOf = (block: Locator): Promise<'left' | 'right'> =>
  block.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const [line] = text.getClientRects()
    const { left, right } = element.getBoundingClientRect()
    if (!line) throw new Error('No text')
    return right - line.right < line.left - left ? 'right' : 'left'
  })

test("aligns a card's text by the direction of its script", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/t/directions')
  for (const name of names) {
    const card = page.getByRole('article', { name: POSTS[name].title })
    const side = name === 'latin' ? 'left' : 'right'
    for (const block of [card.getByRole('heading'), card.locator('p').first(), card.locator('pre')]) {
      expect(await sideOf(block), name).toBe(side)
    }
    const rightOf = (block: Locator) => block.evaluate((element) => element.getBoundingClientRect().right)
    if (side === 'right') {
      expect(await rightOf(card.locator('p[dir]').first())).toBe(await rightOf(card.getByRole('heading')))
    }
  }
})

test("aligns the text on a post's page by the direction of its script", { tag: '@full' }, async ({
  page,
}) => {
  for (const name of names) {
    await page.goto(`/t/directions/direction-${name}`)
    const side = name === 'latin' ? 'left' : 'right'
    const article = page.getByRole('main').getByRole('article').first()
    for (const block of [
      article.getByRole('heading', { level: 1 }),
      article.locator('p').first(),
      article.locator('pre'),
    ]) {
      expect(await sideOf(block), name).toBe(side)
    }
  }
  await page.goto('/t/directions/direction-arabic')
  await expect(page.getByRole('main').locator('ul').first()).toHaveCSS('direction', 'rtl')
  await page.goto('/t/directions/direction-hebrew')
  await expect(page.locator('blockquote')).toHaveCSS('border-right-width', '2px')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).locator('bdi')).toHaveCSS(
    'direction',
    'rtl',
  )
})

test('aligns typed text by the direction of its script', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  await openHydratedPage(page, '/t/directions/direction-arabic')
  const field = page.getByRole('textbox', { name: 'Comment', exact: false }).first()
  await field.fill('شكراً')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('Thanks')
  await expect(field).toHaveCSS('direction', 'ltr')
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill('رسالة')
  await expect(search).toHaveCSS('direction', 'rtl')
})
