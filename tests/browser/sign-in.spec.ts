import {
  fillSignIn,
  fillSignUp,
  generateEmail,
  generateUsername,
  openProviderPopup,
  PASSWORD,
  returnFromPopup,
  signInWithPassword,
  signOutFromMenu,
} from './support/accounts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const accountMenu = { name: 'Account menu' }

test('signs up in the popup, completes the profile, signs out and in again', async ({ page }) => {
  const email = generateEmail()
  const username = generateUsername()

  await test.step('the sign-up page shows the password strength while the user types', async () => {
    await openHydratedPage(page, '/leaderboard')
    const popup = await openProviderPopup(page)
    await expect(page.getByRole('banner', { includeHidden: true }).getByText('Logging in...')).toBeVisible()
    await popup.getByRole('link', { name: 'Create an account' }).click()
    const password = popup.getByLabel(/^Password \(/)
    await expect(popup.getByRole('meter')).toBeHidden()
    await password.fill('P@ssw0rd2024')
    await expect(popup.getByRole('status')).toHaveText(
      'This password is too easy to guess. It is similar to one of the most common passwords.',
    )
    await expect(popup.getByRole('meter', { name: 'Password strength' })).toHaveJSProperty('value', 1)
    await password.fill('')
    await expect(popup.getByRole('status')).toHaveText('')
    await expect(popup.getByRole('meter')).toBeHidden()
    await password.fill(PASSWORD)
    await expect(popup.getByRole('status')).toHaveText('Strong')
    await popup.getByLabel('Email').fill(email)
    await popup.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/complete-profile')
    await returnFromPopup(page, popup)
  })

  await test.step('the new member is signed in on the previous page', async () => {
    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL('/leaderboard')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', accountMenu).click()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'View Profile' }).click()
    await expect(page).toHaveURL(`/u/${username}`)
  })

  await test.step('after signing out, the provider asks for the password again', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).click()
    await expect(page).toHaveURL('/leaderboard')
    await signOutFromMenu(page)
    await expect(page.getByText("You've been signed out", { exact: true })).toBeVisible()
    const popup = await openProviderPopup(page)
    await fillSignIn(popup, email, 'not the password')
    await expect(popup.getByRole('alert')).toHaveText('Incorrect email or password')
    await fillSignIn(popup, email, PASSWORD)
  })

  await test.step('signing in stays on the page and shows the member view', async () => {
    await expect(page.getByRole('button', accountMenu)).toBeVisible()
    await expect(page).toHaveURL('/leaderboard')
    await expect(page.getByRole('main').getByText(username)).toBeVisible()
  })
})

test('the popup never shows an empty page, which would lose its opener in Safari', { tag: '@full' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { open } = window
    window.open = (...args) => {
      document.documentElement.dataset.opened ??= String(args[0] ?? '')
      return open(...args)
    }
  })
  await openHydratedPage(page, '/leaderboard')
  const popup = await openProviderPopup(page)
  await expect(page.locator('html')).toHaveAttribute('data-opened', '/auth/opening')
  await popup.close()
})

test('shows Logging in... while the sign-in is in progress and can be cancelled', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/leaderboard')
  const popup = await openProviderPopup(page)
  await expect(page.getByRole('banner', { includeHidden: true }).getByText('Logging in...')).toBeVisible()
  const closed = popup.waitForEvent('close')
  await page.getByRole('dialog', { name: 'Login' }).getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
})

test("Cancel on the provider's page closes the popup without an error", { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/leaderboard')
  const popup = await openProviderPopup(page)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('Cancel after a redirect leads back to the page without an error', { tag: '@full' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openHydratedPage(page, '/leaderboard')
  await page.getByRole('button', { name: 'Login to Post' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('sends the provider a new nonce for each sign-in', { tag: '@full' }, async ({ page }) => {
  const nonces: (string | null)[] = []
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/identity/auth') nonces.push(searchParams.get('nonce'))
  })
  await openHydratedPage(page, '/leaderboard')
  for (let n = 0; n < 2; n += 1) {
    const popup = await openProviderPopup(page)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Cancel' }).click()
    await closed
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(nonces).toEqual([expect.stringMatching(/.{20}/), expect.stringMatching(/.{20}/)])
  expect(nonces[0]).not.toBe(nonces[1])
})

test('a page for members shows Sign In Required and the name of the provider', { tag: '@full' }, async ({
  page,
}) => {
  await openHydratedPage(page, '/bookmarks')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Prompt Collection account' }).click()
  await fillSignUp(await popup, generateEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test('reveals the prompt that the visitor signed in for, even after a redirect', async ({
  page,
  context,
}) => {
  const { email } = await signInWithPassword(context)
  await context.clearCookies()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openHydratedPage(page, '/new')
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Sign in to reveal' }) })
  const title = await card.first().getByRole('heading').first().innerText()
  await card.first().getByRole('button', { name: 'Sign in to reveal' }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await fillSignIn(page, email)
  await expect(page).toHaveURL('/new')
  const same = page.getByRole('article').filter({ hasText: title })
  await expect(same.getByRole('button', { name: 'Copy prompt' })).toBeVisible()
})

test('falls back to a redirect if the popup is closed', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/leaderboard')
  const popup = await openProviderPopup(page)
  await popup.close()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignUp(page, generateEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test.describe('a sign-in that the provider rejects', () => {
  test.use({ expectedErrors: [/temporarily_unavailable|Come back later/] })

  test('is reported and can be retried', async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    const authorization = page
      .context()
      .waitForEvent('request', (request) => new URL(request.url()).pathname === '/identity/auth')
    const popup = await openProviderPopup(page)
    const state = new URL((await authorization).url()).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({
      error: 'temporarily_unavailable',
      error_description: 'Come back later',
      state,
    })
    const closed = popup.waitForEvent('close')
    await popup.goto(`/auth/popup?${answer}`).catch(() => {})
    await closed
    await expect(page.getByText('Login Failed', { exact: true })).toBeVisible()
    await expect(
      page.getByText('There was an error signing you in. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('labels the button Login', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/leaderboard')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    const popup = await openProviderPopup(page)
    await fillSignUp(popup, generateEmail())
    await expect(page).toHaveURL('/complete-profile')
  })
})

test.describe('a callback page without a pending sign-in', () => {
  test.use({ expectedErrors: [/No state in response/] })

  test('says so, is excluded from search engines and links to the home page', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto('/auth/callback')
    await expect(page.getByRole('heading', { name: 'Login Failed' })).toBeVisible()
    for (const path of ['/auth/popup', '/auth/signed-out', '/auth/callback']) {
      await page.goto(path)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
    }
  })
})
