import { type Browser, type Page, request } from '@playwright/test'
import { seedPost, seedSession, seedTopic, seedUser } from '../support/builders.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { fillLegalNotice } from './support/legal-notice.ts'
import { test } from './support/mail-site.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect } from './support/test.ts'

// An address of another site is rejected with 400.
test.use({ expectedErrors: [/status of 400/] })

type Site = { url: string; database: Parameters<typeof seedUser>[0] }

const aMember = async ({ database }: Site, fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { ...user, headers: await seedSession(database, user) }
}

/** Opens a browser in which the member is signed in. */
const openAs = async (browser: Browser, url: string, { cookie }: { cookie: string }): Promise<Page> => {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value: cookie.replace('session=', ''), url }])
  return context.newPage()
}

const visit = async (page: Page, url: string) => {
  await openHydratedPage(page, url)
}

/** Checks a page on a phone and a wide screen, in both themes. */
const check = async (page: Page, name: string) => {
  for (const width of [390, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
}

test('illegal content is reported and removed, its author appeals, and another moderator undoes the decision', {
  tag: '@full',
}, async ({ page, browser, mailSite }) => {
  test.setTimeout(180_000)
  const { url, database, findLink } = mailSite
  const topic = await seedTopic(database)
  const [author, moderator, admin] = [
    await aMember(mailSite),
    await aMember(mailSite, { isModerator: true }),
    await aMember(mailSite, { isAdmin: true }),
  ]
  const post = await seedPost(database, { by: author, topic, title: 'Write a mail of a bank' })
  const removedTitle = 'Write a mail of a bank'

  await visit(page, `${url}/rules`)
  await page.getByRole('link', { name: 'Report illegal content' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Report illegal content' })).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(page.getByText('Choose why it is illegal')).toBeVisible()
  await check(page, 'form')
  await page.getByLabel('Address of the page').fill('https://other.example/post/1')
  await fillLegalNotice(page)
  await page.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(page.getByText(/This address is not of this site/)).toBeVisible()
  await page.getByLabel('Address of the page').fill(`${url}/post/${post.id}`)
  await page.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Confirm your email' })).toBeVisible()
  await expect.poll(() => findLink('/confirm-notice'), { timeout: 20_000 }).toBeTruthy()
  await visit(page, findLink('/confirm-notice') ?? '')
  await page.getByRole('button', { name: 'Confirm report' }).press('Enter')
  await expect(page.getByText('Report confirmed')).toBeVisible()

  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { cookie: moderator.headers.cookie, origin: url },
  })
  const [found] = await (await api.get('/api/moderation/cases')).json()
  expect(found).toMatchObject({ isUrgent: true, excerpt: removedTitle })
  const decided = await api.post(`/api/moderation/cases/${found.id}/decisions`, {
    data: { action: 'remove', reason: 'Something else', words: 'It helps to steal.', isLegal: true },
  })
  expect(decided.status()).toBe(200)
  await api.dispose()

  const authorPage = await openAs(browser, url, author.headers)
  await visit(authorPage, `${url}/leaderboard`)
  await authorPage.getByRole('link', { name: 'Details and appeal' }).click()
  await expect(authorPage.getByRole('heading', { level: 1, name: 'Decision about your post' })).toBeVisible()
  await expect(authorPage.getByText('It helps to steal.').first()).toBeVisible()
  await check(authorPage, 'statement')
  await authorPage.getByLabel('Why it is wrong').fill('It teaches how to find such mails.')
  await authorPage.getByRole('button', { name: 'Send appeal' }).press('Enter')
  await expect(authorPage.getByText('It waits for an answer. You will be told.')).toBeVisible()
  await check(authorPage, 'appealed')

  const adminPage = await openAs(browser, url, admin.headers)
  await visit(adminPage, `${url}/moderation?tab=appeals`)
  await expect(adminPage.getByText('It teaches how to find such mails.')).toBeVisible()
  await check(adminPage, 'appeals')
  await adminPage.getByLabel('Your answer').fill('You are right.')
  await adminPage.getByRole('button', { name: 'Grant and undo' }).press('Enter')
  await expect(adminPage.getByText('No appeals wait')).toBeVisible()

  await visit(authorPage, `${url}/statements`)
  await check(authorPage, 'decisions')
  await authorPage.getByRole('link', { name: removedTitle }).click()
  await expect(authorPage.getByText('Your appeal was granted, and the decision was undone:')).toBeVisible()
  await check(authorPage, 'answered')
  await visit(page, `${url}/moderation-log`)
  await expect(page.getByText(/^Undone on .*: its author appealed, and was right\.$/)).toBeVisible()
  await expect(page.getByText('It was removed')).toBeVisible()
  await check(page, 'log')
  expect(await page.content()).not.toContain(removedTitle)
  expect((await authorPage.goto(`${url}/post/${post.id}`))?.status()).toBe(200)
})
