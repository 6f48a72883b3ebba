import type { Page } from '@playwright/test'
import { paths } from '#core/paths.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const example = { id: 0, isPrivate: false }

/** Lists what can be pressed on the first screen outside of the sidebar, also what only looks disabled or is no stop of the keyboard. */
const listControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOnScreen = (element: Element) => {
      const { top, left, bottom, right, width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    }
    const sidebar = document.querySelector('nav[aria-label="Main"]')?.parentElement
    const roles = ['button', 'link', 'checkbox', 'switch', 'menuitem', 'option', 'tab', 'combobox']
    const controls = [
      'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, video[controls], audio[controls]',
      ...roles.map((role) => `[role=${role}]:not(:disabled)`),
      '[tabindex="0"]',
    ].join()
    return [...document.querySelectorAll(controls)]
      .filter((element) => isOnScreen(element) && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !sidebar?.contains(element))
      .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName)
  })

/** Example posts with pictures, blanks, several models and neighbours, and with short prompts above comments. */
const BUSY_POSTS = [
  paths.post({ ...example, seoSlug: 'poster-with-honest-geometry', topic: { name: 'Product Design' } }),
  paths.post({ ...example, seoSlug: 'lullaby-for-upright-piano-and-rain', topic: { name: 'Music' } }),
  paths.post({ ...example, seoSlug: 'patient-editor-that-keeps-your-voice', topic: { name: 'Writing' } }),
  paths.post({ ...example, seoSlug: 'explain-this-slow-postgresql-query', topic: { name: 'Databases' } }),
  paths.post({ ...example, seoSlug: 'socratic-tutor-for-any-subject', topic: { name: 'Learning' } }),
]

/** The most controls on the first screen of the home page and of a post. */
const SCREENS = [
  { width: 1440, height: 900, onHome: 40, onPost: 28 },
  { width: 390, height: 844, onHome: 38, onPost: 22 },
]

test('there are few things to press on the first screen', async ({ page, context }) => {
  const post = await seedPostByMember(null, { title: generateTitle('Busy') })
  const expectFew = async (name: string, limit: 'onHome' | 'onPost') => {
    for (const { width, height, ...limits } of SCREENS) {
      await page.setViewportSize({ width, height })
      const controls = await listControls(page)
      expect
        .soft(controls.length, `${name} at ${width} px: ${controls.join(', ')}`)
        .toBeLessThanOrEqual(limits[limit])
    }
  }
  await openHydratedPage(page, '/')
  await expectFew('home', 'onHome')
  for (const viewer of ['visitor', 'member']) {
    if (viewer === 'member') await signIn(context)
    const busy = process.env.FULL_TESTS === 'true' ? BUSY_POSTS : BUSY_POSTS.slice(0, 1)
    for (const path of [post.path, ...busy]) {
      await openHydratedPage(page, path)
      const comments = page.getByRole('article', { name: /^Comment by / })
      if (viewer === 'member' || (await comments.count()) > 0)
        await expect(page.getByRole('button', { name: 'More', exact: true }).first()).toBeVisible()
      await expectFew(`${path} for a ${viewer}`, 'onPost')
    }
  }
})

test('the names of all models of a card can be read by touch and with the keyboard', {
  tag: '@full',
}, async ({ page, browser, baseURL }) => {
  const post = await seedPostByMember(null, { title: generateTitle('Models') })
  await getSiteSql()`update posts set models = ${['claude', 'chatgpt', 'gemini']} where id = ${post.id}`
  await openHydratedPage(page, '/new')
  const card = page.getByRole('article', { name: post.title })
  await expect(card.getByText('+2')).toBeVisible()
  await card.getByRole('link', { name: post.title }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card.getByText('+2')).toBeHidden()
  expect((await card.getByText('ChatGPT, Gemini').boundingBox())?.width).toBeGreaterThan(50)

  const phone = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    baseURL: baseURL ?? '',
  })
  const touched = await phone.newPage()
  await touched.goto('/new')
  const names = touched.getByRole('article', { name: post.title }).getByText('ChatGPT, Gemini')
  expect((await names.boundingBox())?.width).toBeGreaterThan(50)
  await phone.close()
})
