import { digestJob } from '#features/notifications/server/send-digests.ts'
import { openDatabase } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { withDatabaseName } from '../support/global-setup.ts'
import { startMailServer } from '../support/mail-server.ts'
import { fillSignUp, generateEmail, openProviderPopup } from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { findFreePort } from './support/free-port.ts'
import { startServer, stopServer } from './support/site.ts'
import { expect, test, waitForHydration } from './support/test.ts'

// The test starts its own server and waits until that server polls its scheduled jobs.
test.setTimeout(180_000)

test('a member chooses digests by mail, and unsubscribes with the link in one without signing in', async ({
  page,
  browser,
}) => {
  const mailServer = await startMailServer()
  // The test uses its own database, because a server without mail settings could run the jobs of a shared database.
  const { SITE_DATA_DIR = '', SITE_DATABASE_URL = '' } = process.env
  const name = `digests_${Date.now().toString(36)}`
  const admin = openDatabase({ url: SITE_DATABASE_URL, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const url = withDatabaseName(SITE_DATABASE_URL, name)
  const port = await findFreePort()
  const site = `http://localhost:${port}`
  const { server } = await startServer(SITE_DATA_DIR, url, {
    PORT: String(port),
    PUBLIC_URL: site,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'prompts@example.org',
  })
  const database = openDatabase({ url, max: 1 })
  const { sql } = database
  const email = generateEmail()
  await page.goto(`${site}/leaderboard`)
  await waitForHydration(page)
  await fillSignUp(await openProviderPopup(page), email)
  await expect(page).toHaveURL(`${site}/complete-profile`)
  await sql`update users set profile_completed = true`

  await page.goto(`${site}/settings`)
  await waitForHydration(page)
  const choice = page.getByRole('group', { name: 'Email me a summary of unread notifications' })
  await expect(page.getByText("Your email isn't verified")).toBeVisible()
  await expect(choice).toBeHidden()
  await sql`update local_accounts set email_verified_at = now()`
  await page.reload()
  await waitForHydration(page)
  await expect(choice.getByLabel('Never')).toBeChecked()
  await expect(choice).toHaveAccessibleDescription(new RegExp(email))
  const saved = page.waitForResponse('**/api/notifications/digest')
  await choice.getByLabel('Daily').check()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await waitForHydration(page)
  await expect(choice.getByLabel('Daily')).toBeChecked()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)

  await sql`
    insert into notifications (user_id, type, topic_name, created_at)
    select user_id, 'topic-rejected', 'Rowing', now() - interval '5 minutes' from notification_digests`
  await sql`
    update notification_digests
    set covered_until = now() - interval '1 hour', next_at = now() - interval '1 second'`
  await enqueueJob(sql, digestJob, {})
  const linkOf = () => {
    const mail = mailServer.received.find(({ text }) => text.includes('/unsubscribe/'))
    return /http:\S+\/notifications\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0]
  }
  // Scheduled jobs are polled every 10 seconds.
  await expect.poll(linkOf, { timeout: 30_000 }).toBeDefined()

  const stranger = await browser.newContext()
  const mailed = await stranger.newPage()
  await mailed.goto(linkOf() ?? '')
  await expect(mailed.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  expect(await findViolationsInBothThemes(mailed)).toEqual(NO_VIOLATIONS)
  await mailed.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(mailed.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  expect(await findViolationsInBothThemes(mailed)).toEqual(NO_VIOLATIONS)
  await stranger.close()
  await page.reload()
  await expect(choice.getByLabel('Never')).toBeChecked()

  await page.goto('about:blank')
  await stopServer(server)
  await database.close()
  await admin.sql`drop database ${admin.sql(name)} with (force)`
  await admin.close()
  await mailServer.close()
})
