import {
  fillSignIn,
  fillSignUp,
  generateEmail,
  generateUsername,
  openProviderPopup,
  PASSWORD,
  signInAs,
  signOutFromMenu,
  signUp,
  signUpAsMember,
} from './support/accounts.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const accountMenu = { name: 'Account menu' }

test('signs up in the popup, completes the profile and returns signed in to the previous page', async ({
  page,
}) => {
  await signUp(page)
  const username = generateUsername()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Complete profile' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', accountMenu).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/u/${username}`)
})

test('the popup never shows an empty page, which would lose its opener in Safari', async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = window
    window.open = (...args) => {
      document.documentElement.dataset.opened ??= String(args[0] ?? '')
      return open(...args)
    }
  })
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await expect(page.locator('html')).toHaveAttribute('data-opened', '/auth/opening')
  await popup.close()
})

test('shows Logging in... while the sign-in is in progress and can be cancelled', async ({ page }) => {
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await expect(page.getByRole('banner', { includeHidden: true }).getByText('Logging in...')).toBeVisible()
  const closed = popup.waitForEvent('close')
  await page.getByRole('dialog', { name: 'Login' }).getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
})

test('stays on the page after signing in and shows the member view', async ({ page }) => {
  const { email, username } = await signUpAsMember(page)
  await signOutFromMenu(page)
  await page.goto('/leaderboard')
  await waitForHydration(page)
  await fillSignIn(await openProviderPopup(page), email)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('main').getByText(username)).toBeVisible()
})

test("Cancel on the provider's page closes the popup without an error", async ({ page }) => {
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('Cancel after a redirect leads back to the page without an error', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/leaderboard')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Login to Post' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('sends the provider a new nonce for each sign-in', async ({ page }) => {
  const nonces: (string | null)[] = []
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/identity/auth') nonces.push(searchParams.get('nonce'))
  })
  await page.goto('/leaderboard')
  await waitForHydration(page)
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

test('a page for members shows Sign In Required and the name of the provider', async ({ page }) => {
  await page.goto('/bookmarks')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Prompt Collection account' }).click()
  await fillSignUp(await popup, generateEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test('falls back to a redirect if the popup is blocked, and returns to the page', async ({ page }) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/leaderboard')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Login to Post' }).click()
  await fillSignIn(page, email)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
})

test('reveals the prompt that the visitor signed in for, even after a redirect', async ({ page }) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/new')
  await waitForHydration(page)
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

test('falls back to a redirect if the popup is closed', async ({ page }) => {
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await popup.close()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignUp(page, generateEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test.describe('a sign-in that the provider rejects', () => {
  test.use({ expectedErrors: [/temporarily_unavailable|Come back later/] })

  test('is reported and can be retried', async ({ page }) => {
    await page.goto('/leaderboard')
    await waitForHydration(page)
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

test('the sign-up page shows the password strength while the user types', async ({ page }) => {
  await page.goto('/leaderboard')
  await waitForHydration(page)
  const popup = await openProviderPopup(page)
  await popup.getByRole('link', { name: 'Create an account' }).click()
  const password = popup.getByLabel(/^Password \(/)
  await expect(popup.getByRole('meter')).toBeHidden()
  await password.fill('P@ssw0rd2024')
  await expect(popup.getByRole('status')).toHaveText(
    'This password is too easy to guess. It is similar to one of the most common passwords.',
  )
  await expect(popup.getByRole('meter', { name: 'Password strength' })).toHaveJSProperty('value', 1)
  await password.fill('plums in the icebox')
  await expect(popup.getByRole('status')).toHaveText('Strong')
  await password.fill('')
  await expect(popup.getByRole('status')).toHaveText('')
  await expect(popup.getByRole('meter')).toBeHidden()
  await popup.close()
})

test('signing in and out in one tab updates the other', async ({ page, context }) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await waitForHydration(other)
  await signInAs(page, email)
  await expect(other.getByRole('button', accountMenu)).toBeVisible()
  await signOutFromMenu(other)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await other.close()
})

test('the provider asks for the password again after signing out', async ({ page }) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  await expect(page.getByText("You've been signed out", { exact: true })).toBeVisible()
  const popup = await openProviderPopup(page)
  await fillSignIn(popup, email, 'not the password')
  await expect(popup.getByRole('alert')).toHaveText('Incorrect email or password')
  await fillSignIn(popup, email, PASSWORD)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('labels the button Login', async ({ page }) => {
    await page.goto('/leaderboard')
    await waitForHydration(page)
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    const popup = await openProviderPopup(page)
    await fillSignUp(popup, generateEmail())
    await expect(page).toHaveURL('/complete-profile')
  })
})

test.describe('a callback page without a pending sign-in', () => {
  test.use({ expectedErrors: [/No state in response/] })

  test('says so, is excluded from search engines and links to the home page', async ({ page }) => {
    await page.goto('/auth/callback')
    await expect(page.getByRole('heading', { name: 'Login Failed' })).toBeVisible()
    for (const path of ['/auth/popup', '/auth/signed-out', '/auth/callback']) {
      await page.goto(path)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
    }
  })
})
