import { digestJob } from '#features/notifications/server/send-digests.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { clearSession, fillSignIn, fillSignUp, generateEmail, openProviderPopup } from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { test } from './support/mail-site.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, waitForHydration } from './support/test.ts'

const NEXT = 'quite another long one'

test.describe('a forgotten password', () => {
  // Weak passwords are rejected with 400, and used links with 410.
  test.use({ expectedErrors: [/status of (400|410|401)/] })

  test('is replaced with a mailed link, once', async ({ page, mailSite }) => {
    const { url, findLink } = mailSite
    const email = generateEmail()
    await openHydratedPage(page, `${url}/leaderboard`)
    await fillSignUp(await openProviderPopup(page), email)
    await expect(page).toHaveURL(`${url}/complete-profile`)
    await clearSession(page)
    await openHydratedPage(page, `${url}/leaderboard`)

    const popup = await openProviderPopup(page)
    await popup.getByRole('link', { name: 'Forgot your password?' }).click()
    expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
    await popup.getByLabel('Email').fill(email)
    await popup.getByRole('button', { name: 'Send link' }).click()
    await expect(popup.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
    await expect.poll(() => findLink('/identity/reset/'), { timeout: 15_000 }).toBeDefined()
    const link = findLink('/identity/reset/') ?? ''

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
    await expect(page).toHaveURL(`${url}/complete-profile`)
  })
})

test('a member chooses digests by mail, and unsubscribes with the link in one without signing in', {
  tag: '@full',
}, async ({ page, browser, mailSite }) => {
  const { url, sql, findLink } = mailSite
  const email = generateEmail()
  await openHydratedPage(page, `${url}/leaderboard`)
  await fillSignUp(await openProviderPopup(page), email)
  await expect(page).toHaveURL(`${url}/complete-profile`)
  await sql`update users set profile_completed = true where email = ${email}`

  await openHydratedPage(page, `${url}/settings`)
  const choice = page.getByRole('group', { name: 'Email me a summary of unread notifications' })
  await expect(page.getByText("Your email isn't verified")).toBeVisible()
  await expect(choice).toBeHidden()
  await sql`update local_accounts set email_verified_at = now() where email = ${email}`
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
  // Scheduled jobs are polled every 10 seconds.
  await expect.poll(() => findLink('/notifications/unsubscribe/'), { timeout: 30_000 }).toBeDefined()

  const stranger = await browser.newContext()
  const mailed = await stranger.newPage()
  await mailed.goto(findLink('/notifications/unsubscribe/') ?? '')
  await expect(mailed.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  expect(await findViolationsInBothThemes(mailed)).toEqual(NO_VIOLATIONS)
  await mailed.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(mailed.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  expect(await findViolationsInBothThemes(mailed)).toEqual(NO_VIOLATIONS)
  await stranger.close()
  await page.reload()
  await expect(choice.getByLabel('Never')).toBeChecked()
})
