import { openDatabase } from '#server/database/connect.ts'
import { withDatabaseName } from '../support/global-setup.ts'
import { startMailServer } from '../support/mail-server.ts'
import { clearSession, fillSignIn, fillSignUp, generateEmail, openProviderPopup } from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { findFreePort } from './support/free-port.ts'
import { startServer, stopServer } from './support/site.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const NEXT = 'quite another long one'

// A weak password is rejected with 400, and a used link with 410.
test.use({ expectedErrors: [/status of (400|410|401)/] })

test('replaces a forgotten password with a mailed link, once', async ({ page }) => {
  const mailServer = await startMailServer()
  // The test uses its own database, because a server without mail settings could run the jobs of a shared database.
  const { SITE_DATA_DIR = '', SITE_DATABASE_URL = '' } = process.env
  const name = `mail_${Date.now().toString(36)}`
  const admin = openDatabase({ url: SITE_DATABASE_URL, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const port = await findFreePort()
  const site = `http://localhost:${port}`
  const { server } = await startServer(SITE_DATA_DIR, withDatabaseName(SITE_DATABASE_URL, name), {
    PORT: String(port),
    PUBLIC_URL: site,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'prompts@example.org',
  })
  const email = generateEmail()
  await page.goto(`${site}/leaderboard`)
  await waitForHydration(page)
  await fillSignUp(await openProviderPopup(page), email)
  await expect(page).toHaveURL(`${site}/complete-profile`)
  await clearSession(page)
  await page.goto(`${site}/leaderboard`)
  await waitForHydration(page)

  const popup = await openProviderPopup(page)
  await popup.getByRole('link', { name: 'Forgot your password?' }).click()
  expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
  await popup.getByLabel('Email').fill(email)
  await popup.getByRole('button', { name: 'Send link' }).click()
  await expect(popup.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
  const linkOf = () => {
    const mail = mailServer.received.find(({ text }) => text.includes('/identity/reset/'))
    return /http:\S+\/identity\/reset\/\S+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(linkOf, { timeout: 15_000 }).toBeDefined()
  const link = linkOf() ?? ''

  const other = await page.context().newPage()
  await other.goto(link)
  await expect(other.getByLabel('New password')).toBeFocused()
  expect(await findViolationsInBothThemes(other)).toEqual(NO_VIOLATIONS)
  await other.keyboard.type('plumsplums1')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(other.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await other.getByLabel('New password').fill(NEXT)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await findViolationsInBothThemes(other)).toEqual(NO_VIOLATIONS)
  await other.close()

  await popup.getByRole('link', { name: 'Back to sign-in' }).click()
  await fillSignIn(popup, email, NEXT)
  await expect(page).toHaveURL(`${site}/complete-profile`)
  await page.goto('about:blank')
  await stopServer(server)
  await admin.sql`drop database ${admin.sql(name)} with (force)`
  await admin.close()
  await mailServer.close()
})
