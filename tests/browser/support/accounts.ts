import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { hashPassword } from '#features/identity/server/provider/password-hash.ts'
import { seedLocalUser } from '../../support/builders.ts'
import '../../support/cheap-passwords.ts'
import { createSession, getSiteDatabase, setSession } from './members.ts'
import { expect, waitForApiCalls, waitForHydration } from './test.ts'

export const PASSWORD = 'plums in the icebox'

export const generateEmail = (): string => `${randomBytes(5).toString('hex')}@example.org`
export const generateUsername = (): string => `User${randomBytes(5).toString('hex')}`

/** Clicks Login and returns the provider's popup once its form is visible. */
export const openProviderPopup = async (page: Page): Promise<Page> => {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Login/ }).click()
  const window = await popup
  await expect(window.getByLabel('Email')).toBeVisible()
  return window
}

/** Fills in the sign-up form on the provider's page, which may be a popup or a full page. */
export const fillSignUp = async (provider: Page, email: string): Promise<void> => {
  await provider.getByRole('link', { name: 'Create an account' }).click()
  await provider.getByLabel('Email').fill(email)
  await provider.getByLabel(/^Password(?! strength)/).fill(PASSWORD)
  await provider.getByRole('button', { name: 'Create account' }).click()
}

export const fillSignIn = async (provider: Page, email: string, password = PASSWORD): Promise<void> => {
  await provider.getByLabel('Email').fill(email)
  await provider.getByLabel('Password').fill(password)
  await provider.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs up a new account and stops at the profile setup; returns its email. */
export const signUp = async (page: Page, from = '/leaderboard'): Promise<string> => {
  const email = generateEmail()
  await page.goto(from)
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await fillSignUp(popup, email)
  await expect(page).toHaveURL('/complete-profile')
  await returnFromPopup(page, popup)
  return email
}

/**
 * Returns from the closing popup to the page. Waits until keys reach the page, because a closing popup keeps the
 * keyboard focus for a moment, and keys pressed during that time are lost.
 */
export const returnFromPopup = async (page: Page, popup: Page): Promise<void> => {
  await expect.poll(() => popup.isClosed()).toBe(true)
  await page.bringToFront()
  await page.evaluate(() =>
    addEventListener('keydown', () => document.documentElement.setAttribute('data-heard', ''), {
      once: true,
    }),
  )
  await expect(async () => {
    await page.keyboard.press('Shift')
    await expect(page.locator('html')).toHaveAttribute('data-heard', '', { timeout: 200 })
  }).toPass()
}

/** Signs up a new member and opens the home page. */
export const signUpAsMember = async (page: Page): Promise<{ email: string; username: string }> => {
  const email = await signUp(page)
  const username = generateUsername()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Complete profile' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  return { email, username }
}

/**
 * Creates a member with a password and signs this browser in at the site, but not at the provider. Opens no page, and
 * spares the provider a slow hash.
 */
export const signInWithPassword = async (
  context: BrowserContext,
): Promise<{ email: string; username: string }> => {
  const { username, email, subject } = await seedLocalUser(getSiteDatabase())
  const hash = await hashPassword(PASSWORD, { key: subject, isTrusted: true, isLimited: false })
  await getSiteDatabase().sql`update local_accounts set password_hash = ${hash} where subject = ${subject}`
  await setSession(context, await createSession(username))
  return { email, username }
}

export const signInAs = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await fillSignIn(popup, email, password)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await returnFromPopup(page, popup)
}

/** Opens the account menu and signs out once no read is open that would then fail with 401. */
export const signOutFromMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await waitForApiCalls(page)
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: /^Login/ })).toBeVisible()
}

/** Leaves the page and then clears the session cookie so that no page sends another request with it. */
export const clearSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
