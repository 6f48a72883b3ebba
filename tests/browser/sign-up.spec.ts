import type { Page } from '@playwright/test'
import { seedSession, seedUser } from '../support/builders.ts'
import {
  clearSession,
  fillSignIn,
  fillSignUp,
  generateEmail,
  openProviderPopup,
  PASSWORD,
} from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { startMailSite } from './support/mail-site.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

type Site = Awaited<ReturnType<typeof startMailSite>>

/** Runs a test on a site of its own with these settings, which is stopped afterwards, also if the test fails. */
const withSite = async (page: Page, settings: NodeJS.ProcessEnv, run: (site: Site) => Promise<void>) => {
  const site = await startMailSite(settings)
  try {
    await run(site)
    // Open pages would report that the site is away.
    await page.goto('about:blank')
  } finally {
    await site.stop()
  }
}

const open = async (page: Page, url: string) => {
  await openHydratedPage(page, `${url}/leaderboard`)
  return openProviderPopup(page)
}

/** Takes pictures of a page in both themes on a phone and a large screen, for people to look at. */
const takePictures = async (page: Page, name: string) => {
  const folder = process.env.PICTURES_FOLDER
  if (!folder) return
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(size)
}

test.describe('a new account', () => {
  test.use({ expectedErrors: [/status of 40[03]/] })

  test('answers a question, waits, and is approved by a moderator', async ({ page, browser }) => {
    const settings = { SIGN_UP: 'approval', SIGN_UP_QUESTION: 'What do you collect?' }
    await withSite(page, settings, async ({ url, database, sql }) => {
      // Whoever signs up before there is an admin does not wait.
      await seedUser(database, { isAdmin: true })
      const moderator = await seedUser(database, { isModerator: true })
      const email = generateEmail()
      await fillSignUp(await open(page, url), email)
      await expect(page).toHaveURL(`${url}/complete-profile`)
      await page.getByLabel('Username').fill('Ada')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Please answer the question')).toBeVisible()
      await page.getByLabel('What do you collect?').fill('Prompts for haikus.')
      expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
      await takePictures(page, 'question')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('heading', { name: 'Your account is waiting for approval' })).toBeVisible()
      expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
      await takePictures(page, 'waiting')
      await page.getByRole('link', { name: 'Browse the site' }).click()
      await expect(page.getByText('Your account is waiting for approval.')).toBeVisible()
      await takePictures(page, 'notice')

      const staff = await browser.newPage()
      const { cookie } = await seedSession(database, moderator)
      await staff.context().addCookies([{ name: 'session', value: cookie.slice('session='.length), url }])
      await openHydratedPage(staff, `${url}/moderation?tab=accounts`)
      await expect(staff.getByText('Prompts for haikus.')).toBeVisible()
      await takePictures(staff, 'approvals')
      await staff.getByRole('button', { name: 'Approve Ada' }).click()
      await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await expect(staff.getByText('No accounts wait for approval')).toBeVisible()
      await staff.close()

      await page.reload()
      await waitForHydration(page)
      await expect(page.getByText('Your account is waiting for approval.')).toBeHidden()
      expect(await sql`select profile_completed from users where username = 'Ada'`).toEqual([
        { profileCompleted: true },
      ])
    })
  })

  test('needs an invitation, which a member creates', async ({ page, browser }) => {
    await withSite(page, { SIGN_UP: 'invitation' }, async ({ url, database }) => {
      const boss = await seedUser(database, { username: 'Boss', isAdmin: true })
      const popup = await open(page, url)
      await expect(popup.getByText('You need an invitation')).toBeVisible()
      await takePictures(popup, 'needed')
      await popup.close()

      const member = await browser.newPage()
      const { cookie } = await seedSession(database, boss)
      await member.context().addCookies([{ name: 'session', value: cookie.slice('session='.length), url }])
      await openHydratedPage(member, `${url}/settings#invitations`)
      await expect(member.getByText('No invitations yet')).toBeVisible()
      await member.getByRole('spinbutton', { name: 'People' }).fill('2')
      await member.getByLabel('Works for').selectOption('1 day')
      await member.getByRole('button', { name: 'Create a link' }).click()
      const link = await member.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
      await member.getByRole('button', { name: 'Done' }).click()
      await expect(member.getByText('0 of 2 joined')).toBeVisible()
      await member.locator('#invitations').scrollIntoViewIfNeeded()
      expect(await findViolationsInBothThemes(member, '#invitations')).toEqual(NO_VIOLATIONS)
      await takePictures(member, 'invitations')
      await member.close()

      await page.goto(link)
      await expect(page.getByText('Boss invites you to join')).toBeVisible()
      expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
      await takePictures(page, 'invitation')
      await page.getByRole('button', { name: 'Continue' }).click()
      await fillSignUp(await open(page, url), generateEmail())
      await expect(page).toHaveURL(`${url}/complete-profile`)
    })
  })

  test('waits for a proof of work of the browser, with the keyboard alone', async ({ page }) => {
    await withSite(page, { SIGN_UP_PROOF_OF_WORK: 'on' }, async ({ url }) => {
      const popup = await open(page, url)
      await popup.getByRole('link', { name: 'Create an account' }).click()
      expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
      await takePictures(popup, 'proof')
      await popup.getByLabel('Email').fill(generateEmail())
      await popup.getByLabel(/^Password(?! strength)/).fill(PASSWORD)
      await popup.keyboard.press('Enter')
      await expect(page).toHaveURL(`${url}/complete-profile`)
    })
  })

  test('is not to be had on a closed site, where members sign in', { tag: '@full' }, async ({ page }) => {
    await withSite(page, { SIGN_UP: 'closed' }, async ({ url, database, sql }) => {
      const email = generateEmail()
      await fillSignUp(await open(page, url), email)
      await expect(page).toHaveURL(`${url}/complete-profile`)
      await sql`update users set is_admin = true`
      await seedUser(database)
      await clearSession(page)
      const popup = await open(page, url)
      await expect(popup.getByText('This site does not accept new accounts.')).toBeVisible()
      await expect(popup.getByRole('link', { name: 'Create an account' })).toBeHidden()
      expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
      await takePictures(popup, 'closed')
      await fillSignIn(popup, email)
      await expect(page).toHaveURL(`${url}/complete-profile`)
    })
  })
})
