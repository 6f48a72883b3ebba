import type { BrowserContext, Page } from '@playwright/test'
import { seedLocalUser, seedSession } from '../support/builders.ts'
import { PASSWORD } from './support/accounts.ts'
import { test as mailTest } from './support/mail-site.ts'
import { getSiteDatabase, getSiteSql, signIn } from './support/members.ts'
import { aPerson, sizes } from './support/person.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, seedTopic, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/*
 * Tasks of members and admins who know the site, counted like those of `ten-tasks.spec.ts`.
 */

const openAdminPanel = async (page: Page, context: BrowserContext, isPhone: boolean) => {
  await signIn(context, { isAdmin: true })
  const person = aPerson(page, isPhone)
  await openHydratedPage(page, '/')
  await person.press(page.getByRole('button', { name: 'Account menu' }))
  await person.press(page.getByRole('menuitem', { name: 'Admin Panel' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  return person
}

for (const { name, viewport, hasTouch } of sizes) {
  test.describe(`On ${name}, a member`, { tag: '@full' }, () => {
    test.use({ viewport, hasTouch, permissions: ['clipboard-read', 'clipboard-write'] })

    test('follows a topic and a member, and reads what they publish', async ({ page, context }) => {
      await signIn(context)
      const topic = await seedTopic()
      const post = await seedPostByMember(null, { topicId: topic.id })
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.pressInSidebar('link', topic.name)
      const main = page.getByRole('main')
      await person.press(main.getByRole('button', { name: 'Follow', exact: true }))
      await person.press(
        page.getByRole('article', { name: post.title }).getByRole('link', { name: 'collection' }),
      )
      await person.press(main.getByRole('button', { name: 'Follow', exact: true }))
      await person.press(page.getByRole('button', { name: 'See your feed' }))
      await expect(page).toHaveURL('/?feed=following')
      await expect(page.getByRole('article', { name: post.title })).toBeVisible()
      // Open the menu (on phones only), click the topic, click Follow, click the author, click Follow, and open the feed.
      person.hasNeededAtMost({ wide: 5, phone: 6 })
    })

    test('suggests an edit, which the author accepts', async ({ page, context, browser, baseURL }) => {
      const author = await signInAnotherMember(browser, baseURL)
      const post = await seedPostByMember(author.username)
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, post.path)
      await person.press(page.getByRole('button', { name: 'More', exact: true }))
      await person.press(page.getByRole('menuitem', { name: 'Suggest an edit' }))
      await person.fill(page.getByRole('textbox', { name: 'Prompt' }), 'Say it once more, aloud.')
      await person.fill(page.getByLabel('What does it improve?'), 'Aloud')
      await person.press(page.getByRole('button', { name: 'Send suggestion' }))
      await expect(page.getByRole('heading', { name: /^Edit suggested by/ })).toBeVisible()
      // Open the form, change the prompt, say what is better, and send.
      person.hasNeededAtMost({ wide: 4, phone: 4 })

      const reviewer = aPerson(author.page, false)
      await openHydratedPage(author.page, '/')
      await reviewer.press(author.page.getByRole('link', { name: /^Notifications/ }))
      await reviewer.press(author.page.getByRole('link', { name: `suggested an edit of “${post.title}”` }))
      await reviewer.press(author.page.getByRole('button', { name: 'Accept' }))
      await expect(author.page.getByRole('link', { name: 'It became version 2.' })).toBeVisible()
      await author.context.close()
      // Open the notifications, open this one, and accept.
      reviewer.hasNeededAtMost({ wide: 3, phone: 3 })
    })

    test('compares two versions', async ({ page, context }) => {
      await signIn(context)
      const headers = { origin: process.env.SITE_URL ?? '' }
      const data = { title: generateTitle('Guide'), description: 'D', prompt: 'Be a guide', type: 'Text' }
      const { id } = await (await page.request.post('/api/posts', { headers, data })).json()
      await page.request.patch(`/api/posts/${id}`, { headers, data: { prompt: 'Be an old guide' } })
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, `/post/${id}`)
      await person.press(page.getByRole('link', { name: 'Version 2', exact: true }))
      await person.press(page.getByRole('link', { name: 'What changed' }).first())
      await expect(page.getByRole('region', { name: 'Prompt' }).locator('ins')).toHaveText(['Added: an old'])
      // Open the versions, and the comparison.
      person.hasNeededAtMost({ wide: 2, phone: 2 })
    })

    test('optimizes a prompt and keeps it', async ({ page, context }) => {
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.press(page.getByRole('main').getByRole('link', { name: /Optimize it/ }))
      await person.fill(page.getByLabel('Your prompt'), 'Write a poem about the sea')
      await person.press(page.getByRole('button', { name: 'Optimize Prompt' }))
      await person.press(page.getByRole('button', { name: 'Save to Private Posts' }))
      await expect(page.getByText('Saved to Private Posts', { exact: true })).toBeVisible()
      // Open the optimizer, fill in the prompt, optimize it, and save the result.
      person.hasNeededAtMost({ wide: 4, phone: 4 })
    })

    test('chooses what to be notified about', async ({ page, context }) => {
      await signIn(context)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.press(page.getByRole('link', { name: 'Notifications' }))
      await person.press(page.getByRole('main').getByRole('link', { name: 'Notification settings' }))
      const upvotes = page.getByRole('switch', { name: 'Upvotes' })
      await expect(upvotes).toBeInViewport()
      await person.press(upvotes)
      await expect(upvotes).not.toBeChecked()
      // Open the notifications and their settings, and switch one kind off.
      person.hasNeededAtMost({ wide: 3, phone: 3 })
    })

    test('schedules a draft', async ({ page, context }) => {
      await signIn(context)
      const headers = { origin: process.env.SITE_URL ?? '' }
      const title = generateTitle('Later')
      const fields = { title, description: 'D', prompt: `Soon ${title}`, type: 'Text' }
      const saved = await page.request.post('/api/user/drafts', { headers, data: fields })
      expect(saved.status(), await saved.text()).toBeLessThan(300)
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, '/')
      await person.pressInSidebar('link', 'Drafts')
      await person.press(page.getByRole('button', { name: `Publish at… ${title}` }))
      await person.press(page.getByRole('dialog').getByRole('button', { name: 'Schedule' }))
      await expect(page.getByText('Will be published')).toBeVisible()
      // Open the menu (on phones only), click Drafts, click the button, and confirm.
      person.hasNeededAtMost({ wide: 3, phone: 4 })
    })

    test('reports that a copied prompt worked', async ({ page, context }) => {
      await signIn(context)
      const post = await seedPostByMember(null)
      await getSiteSql()`update posts set models = '{claude}' where id = ${post.id}`
      await openHydratedPage(page, post.path)
      await page.getByRole('button', { name: 'Copy prompt' }).click()
      const person = aPerson(page, hasTouch)
      const worksWith = page.getByRole('region', { name: 'Works with' })
      await person.press(worksWith.getByRole('button', { name: 'Worked', exact: true }))
      await expect(worksWith.getByRole('listitem')).toHaveText(['Claude 1 of 1'])
      // Click the button.
      person.hasNeededAtMost({ wide: 1, phone: 1 })
    })
  })

  test.describe(`On ${name}, an admin`, { tag: '@full' }, () => {
    test.use({ viewport, hasTouch, permissions: ['clipboard-read', 'clipboard-write'] })

    test('approves a requested topic', async ({ page, context }) => {
      const topic = generateTitle('Gardens')
      await getSiteSql()`
        insert into topic_requests (name, description, user_id) select ${topic}, 'Plants', min(id) from users`
      const person = await openAdminPanel(page, context, hasTouch)
      await person.press(page.getByRole('tab', { name: 'Requests', exact: true }))
      await person.press(page.getByRole('button', { name: `Approve ${topic}` }))
      await person.press(page.getByRole('dialog').getByRole('button', { name: 'Approve' }))
      await expect(page.getByRole('button', { name: 'View topic' })).toBeVisible()
      // Open the menu, the panel and the tab, and approve.
      person.hasNeededAtMost({ wide: 4, phone: 4 })
    })

    test('mutes a member', async ({ page, context }) => {
      const { username } = await seedLocalUser(getSiteDatabase())
      const person = await openAdminPanel(page, context, hasTouch)
      await person.fill(page.getByRole('searchbox', { name: 'Search users' }), username)
      await person.key('Enter')
      await person.press(page.getByRole('button', { name: `Mute ${username}` }))
      await person.press(page.getByRole('dialog').getByRole('combobox', { name: 'Rule' }))
      await person.press(page.getByRole('option', { name: 'Spam or advertising (rule 4)' }))
      await person.press(page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }))
      await expect(
        page.getByRole('row', { name: username }).getByText('Muted', { exact: true }),
      ).toBeVisible()
      // Open the menu and the panel, search for the name (two actions), mute, choose the rule that the member
      // will read (two actions), and confirm.
      person.hasNeededAtMost({ wide: 8, phone: 8 })
    })

    test('edits the page About', async ({ page, context }) => {
      const person = await openAdminPanel(page, context, hasTouch)
      await person.press(page.getByRole('tab', { name: 'Pages' }))
      await person.fill(page.getByLabel('Text of the page About'), generateTitle('About us'))
      await person.press(page.getByRole('button', { name: 'Publish' }))
      await person.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await getSiteSql()`delete from site_texts where name = 'about'`
      // Open the menu, the panel and the tab, write the text, and publish it.
      person.hasNeededAtMost({ wide: 5, phone: 5 })
    })

    test('gives a member who has forgotten the password a link, without mail', async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      const { username } = await seedLocalUser(getSiteDatabase())
      const person = await openAdminPanel(page, context, hasTouch)
      await person.fill(page.getByRole('searchbox', { name: 'Search users' }), username)
      await person.key('Enter')
      await person.press(page.getByRole('button', { name: `Create a password link for ${username}` }))
      await person.press(page.getByRole('dialog').getByRole('button', { name: 'Create and copy link' }))
      const link = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(link).toMatch(/\/identity\/reset\//)
      // Open the menu and the panel, search for the name, create the link, and copy it.
      person.hasNeededAtMost({ wide: 5, phone: 5 })

      const other = await browser.newContext({ ...(baseURL && { baseURL }), viewport, hasTouch })
      const theirs = await other.newPage()
      await theirs.goto(await link())
      const member = aPerson(theirs, hasTouch)
      await member.fill(theirs.getByLabel(/^New password/), PASSWORD)
      await member.press(theirs.getByRole('button', { name: /password/i }))
      await expect(theirs.getByText(/password/i).first()).toBeVisible()
      await other.close()
      // Write a password, and save it.
      member.hasNeededAtMost({ wide: 2, phone: 2 })
    })
  })

  mailTest.describe(`On ${name}, a member of a site that sends mail`, { tag: '@full' }, () => {
    mailTest.use({ viewport, hasTouch })

    mailTest('asks for a weekly digest', async ({ page, context, mailSite: { url, database } }) => {
      const member = await seedLocalUser(database)
      await database.sql`update local_accounts set email_verified_at = now() where email = ${member.email}`
      const [name = '', value = ''] = (await seedSession(database, member)).cookie.split('=')
      await context.addCookies([{ name, value, url }])
      const person = aPerson(page, hasTouch)
      await openHydratedPage(page, `${url}/`)
      await person.press(page.getByRole('button', { name: 'Account menu' }))
      await person.press(page.getByRole('menuitem', { name: 'Settings' }))
      const saved = page.waitForResponse('**/api/notifications/digest')
      await person.press(page.getByRole('radio', { name: 'Weekly' }))
      expect((await saved).status()).toBe(200)
      // Open the menu and the settings, and choose.
      person.hasNeededAtMost({ wide: 3, phone: 3 })
    })
  })
}
