import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { aPerson, sizes } from './support/person.ts'
import { createPngFile, generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, seedTopic } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

/*
 * Tasks performed by a person who sees the site for the first time and knows only what is on the screen. The comment above
 * each count lists the actions of the shortest path. Each test does what the screen suggests first, so it may need one more
 * action. `more-tasks.spec.ts` has the tasks of those who know the site.
 */

/** The prompt is created only once, because responses to visitors' searches are cached for a few seconds. */
let cvPrompt: { title: string }
test.beforeAll(async () => {
  cvPrompt = await seedPostByMember(null, { title: 'Improve a CV' })
})

for (const { name, viewport, hasTouch } of sizes) {
  test.describe(`On ${name}, somebody new`, { tag: hasTouch ? [] : '@full' }, () => {
    test.use({ viewport, hasTouch, permissions: ['clipboard-read', 'clipboard-write'] })
    const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

    test('finds a prompt to improve a CV', { tag: '@full' }, async ({ page }) => {
      const { title } = cvPrompt
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.fill(page.getByRole('main').getByPlaceholder('What should the prompt do?'), 'improve a cv')
      await person.key('Enter')
      await person.press(page.getByRole('article').getByRole('link', { name: title }))
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      // Type the search words and click the suggestion.
      person.hasNeededAtMost({ wide: 2, phone: 2 })
    })

    test('fills in a prompt and copies it', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const { id, path } = await seedPostByMember(null)
      await getSiteSql()`update posts set prompt = 'Improve \${cv} for \${position}' where id = ${id}`
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, path)
      await person.press(page.getByRole('button', { name: '2 blanks to fill' }))
      await person.fill(page.getByLabel('CV', { exact: true }), 'ten years of plumbing')
      await person.fill(page.getByLabel('Position', { exact: true }), 'a master’s shop')
      await person.press(page.getByRole('button', { name: 'Copy prompt' }))
      await expect.poll(() => clipboard(page)).toBe('Improve ten years of plumbing for a master’s shop')
      // Click a blank, fill in two blanks, and click Copy.
      person.hasNeededAtMost({ wide: 4, phone: 4 })
    })

    test('publishes a prompt with a picture', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const title = generateTitle('A lighthouse')
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.press(page.getByRole('button', { name: 'Create Post' }))
      const dialog = page.getByRole('dialog', { name: 'Create Post' })
      await person.press(dialog.getByRole('radio', { name: 'Image' }))
      await person.fill(dialog.getByLabel('Title'), title)
      await person.fill(dialog.getByLabel('Description'), 'A lighthouse in the fog')
      await person.fill(dialog.getByLabel('AI Prompt'), `A lighthouse, ${title}`)
      await person.choose(
        dialog.getByRole('button', { name: 'Choose files' }),
        await createPngFile('lighthouse.png'),
      )
      await person.press(dialog.getByRole('button', { name: 'Create Post' }))
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: `Example image 1 of ${title}` })).toBeVisible()
      // Open the form, choose the type, fill in three fields, choose a picture (two actions), and submit the
      // form.
      person.hasNeededAtMost({ wide: 8, phone: 8 })
    })

    test('shares a private prompt by its link', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const title = generateTitle('For my team')
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.press(page.getByRole('button', { name: 'Create Post' }))
      const dialog = page.getByRole('dialog', { name: 'Create Post' })
      await person.fill(dialog.getByLabel('Title'), title)
      await person.fill(dialog.getByLabel('Description'), 'How we write')
      await person.fill(dialog.getByLabel('AI Prompt'), `Write as we do: ${title}`)
      await person.press(dialog.getByRole('switch', { name: 'Private link' }))
      await person.press(dialog.getByRole('button', { name: 'Create Post' }))
      await person.press(page.getByRole('button', { name: 'Copy link' }))
      await expect.poll(() => clipboard(page)).toMatch(/\/private\//)
      // Open the form, fill in three fields, make the post private, submit the form, and copy the link.
      person.hasNeededAtMost({ wide: 7, phone: 7 })
    })

    test('shares a new collection from a post', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const post = await seedPostByMember(null)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, post.path)
      await person.press(page.getByRole('button', { name: 'More', exact: true }))
      await person.press(page.getByRole('menuitem', { name: 'Add to a collection' }))
      const dialog = page.getByRole('dialog')
      await person.press(dialog.getByRole('button', { name: 'New collection' }))
      await person.fill(dialog.getByLabel('Name'), 'For my team')
      await person.press(dialog.getByRole('radio', { name: 'Anyone with the link' }))
      await person.press(dialog.getByRole('button', { name: 'Save and copy link' }))
      await expect.poll(() => clipboard(page)).toMatch(/\/c\/[\w-]{22}\/for-my-team$/)
      // Open the menu and the dialog, begin a collection, name it, choose who can see it, and save it.
      person.hasNeededAtMost({ wide: 5, phone: 5 })

      await page.request.post('/api/collections', {
        headers: { origin: process.env.SITE_URL ?? '' },
        data: { title: 'Not yet shared', postId: post.id },
      })
      await openHydratedPage(page, '/collections')
      await page.getByRole('link', { name: 'Not yet shared' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save and copy link' }).click()
      await expect(page.getByText('Collection shared').first()).toBeVisible()
      await expect.poll(() => clipboard(page)).toMatch(/\/not-yet-shared$/)
      await expect(page.getByRole('main').getByText('By link')).toBeVisible()
    })

    test('follows a topic', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const topic = await seedTopic()
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.pressInSidebar('link', topic.name)
      await person.press(page.getByRole('main').getByRole('button', { name: 'Follow' }))
      await expect(page.getByRole('main').getByRole('button', { name: 'Unfollow' })).toBeVisible()
      // Open the menu (on phones only), click the topic, and click Follow.
      person.hasNeededAtMost({ wide: 2, phone: 3 })
    })

    test('finds a bookmarked prompt again', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const { title, path } = await seedPostByMember(null)
      await openHydratedPage(page, path)
      await page.getByRole('button', { name: 'Bookmark' }).click()
      await expect(page.getByText('Post bookmarked', { exact: true })).toBeVisible()
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.pressInSidebar('link', 'Bookmarks')
      await person.press(page.getByRole('article').getByRole('link', { name: title }))
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      // Open the menu (on phones only), click Bookmarks, and click the prompt.
      person.hasNeededAtMost({ wide: 2, phone: 3 })
    })

    test('opens a prompt in ChatGPT', async ({ page, context }) => {
      await signIn(context)
      await context.route('https://chatgpt.com/**', (route) => route.fulfill({ body: 'ChatGPT' }))
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/?types=Text')
      const chat = context.waitForEvent('page')
      await person.press(page.getByRole('article').first().getByRole('heading').getByRole('link'))
      await person.press(page.getByRole('main').getByRole('button', { name: 'Open in ChatGPT' }))
      expect((await chat).url()).toMatch(/^https:\/\/chatgpt\.com\/\?q=/)
      // Click the prompt, and click the button.
      person.hasNeededAtMost({ wide: 2, phone: 2 })
    })

    test("sees this week's best image prompts", { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      const image = page.getByRole('main').getByRole('link', { name: 'Image', exact: true }).first()
      await person.press(image)
      // The URL changes before the page does, on which the next filter is in another place.
      await expect(image).toHaveAttribute('aria-current', 'true')
      await person.press(
        page.getByRole('main').locator('summary', { hasText: /^(This month|This year|All time)$/ }),
      )
      await person.press(page.getByRole('link', { name: 'This week' }))
      await expect(page).toHaveURL(/types=Image.*window=week/)
      // Click the type filter, open the period menu, and choose a period.
      person.hasNeededAtMost({ wide: 3, phone: 3 })
    })

    test('suggests a topic', { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.pressInSidebar('button', 'Request Topic')
      const dialog = page.getByRole('dialog', { name: 'Request Topic' })
      await person.fill(dialog.getByLabel('Name'), generateTitle('Gardens'))
      await person.fill(dialog.getByLabel('Description'), 'Prompts about plants')
      await person.press(dialog.getByRole('button', { name: 'Request topic' }))
      await expect(page.getByText('Topic requested', { exact: true })).toBeVisible()
      // Open the menu (on phones only), click the button, fill in two fields, and submit the form.
      person.hasNeededAtMost({ wide: 4, phone: 5 })
    })

    test("changes the member's picture", { tag: '@full' }, async ({ page, context }) => {
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.press(page.getByRole('button', { name: 'Account menu' }))
      await person.press(page.getByRole('menuitem', { name: 'Settings' }))
      const button = page.getByRole('button', { name: 'Choose a picture' })
      await button.waitFor()
      await waitForHydration(page)
      await person.choose(button, await createPngFile('me.png', 200, 200))
      await person.press(page.getByRole('button', { name: 'Use this picture' }))
      await person.press(page.getByRole('button', { name: 'Save changes' }))
      await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
      // Open the menu, click Settings, choose a picture (two actions), accept its crop, and save.
      person.hasNeededAtMost({ wide: 6, phone: 6 })
    })
  })
}
