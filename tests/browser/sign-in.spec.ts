import {
  becomeMember,
  fillSignIn,
  fillSignUp,
  freshEmail,
  freshUsername,
  openLogin,
  PASSWORD,
  signInAs,
  signOutByMenu,
  signUp,
} from './support/accounts.ts'
import { expect, hydrated, test } from './support/test.ts'

const accountMenu = { name: 'Account menu' }

test('signs up in the popup, completes the profile, and comes back signed in to the page of before', async ({
  page,
}) => {
  await signUp(page)
  const username = freshUsername()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Complete profile' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', accountMenu).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/u/${username}`)
})

test('the window never shows an empty page, which Safari would cut off from this one', async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = window
    window.open = (...given) => {
      document.documentElement.dataset.opened ??= String(given[0] ?? '')
      return open(...given)
    }
  })
  await page.goto('/leaderboard')
  await hydrated(page)
  const popup = await openLogin(page)
  await expect(page.locator('html')).toHaveAttribute('data-opened', '/auth/opening')
  await popup.close()
})

test('says Logging in... while the provider is asked, and can be cancelled', async ({ page }) => {
  await page.goto('/leaderboard')
  await hydrated(page)
  const popup = await openLogin(page)
  await expect(page.getByRole('banner', { includeHidden: true }).getByText('Logging in...')).toBeVisible()
  const closed = popup.waitForEvent('close')
  await page.getByRole('dialog', { name: 'Login' }).getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
})

test('stays on the page that one signs in from, and shows it as a member sees it', async ({ page }) => {
  const { email, username } = await becomeMember(page)
  await signOutByMenu(page)
  await page.goto('/leaderboard')
  await hydrated(page)
  await fillSignIn(await openLogin(page), email)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('main').getByText(username)).toBeVisible()
})

test('Cancel on the page of the provider closes the window, and nothing has failed', async ({ page }) => {
  await page.goto('/leaderboard')
  await hydrated(page)
  const popup = await openLogin(page)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await closed
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('Cancel after a redirect leads back to the page, and nothing has failed', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/leaderboard')
  await hydrated(page)
  await page.getByRole('button', { name: 'Login to Post' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByText('Login Failed')).toHaveCount(0)
})

test('the request to the provider carries a nonce of its own', async ({ page }) => {
  const nonces: (string | null)[] = []
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/identity/auth') nonces.push(searchParams.get('nonce'))
  })
  await page.goto('/leaderboard')
  await hydrated(page)
  for (let n = 0; n < 2; n += 1) {
    const popup = await openLogin(page)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Cancel' }).click()
    await closed
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(nonces).toEqual([expect.stringMatching(/.{20}/), expect.stringMatching(/.{20}/)])
  expect(nonces[0]).not.toBe(nonces[1])
})

test('a page for members asks with Sign In Required and the name of the provider', async ({ page }) => {
  await page.goto('/bookmarks')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Prompt Collection account' }).click()
  await fillSignUp(await popup, freshEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test('a blocked popup becomes a redirect, which comes back to the page', async ({ page }) => {
  const { email } = await becomeMember(page)
  await signOutByMenu(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/leaderboard')
  await hydrated(page)
  await page.getByRole('button', { name: 'Login to Post' }).click()
  await fillSignIn(page, email)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
})

test('a prompt that one signed in for is revealed, also after a redirect', async ({ page }) => {
  const { email } = await becomeMember(page)
  await signOutByMenu(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/new')
  await hydrated(page)
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

test('a closed popup becomes a redirect', async ({ page }) => {
  await page.goto('/leaderboard')
  await hydrated(page)
  const popup = await openLogin(page)
  await popup.close()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignUp(page, freshEmail())
  await expect(page).toHaveURL('/complete-profile')
})

test.describe('a sign-in that the provider refuses', () => {
  test.use({ expectedErrors: [/temporarily_unavailable|Come back later/] })

  test('is said, and nobody is stuck', async ({ page }) => {
    await page.goto('/leaderboard')
    await hydrated(page)
    const asked = page
      .context()
      .waitForEvent('request', (request) => new URL(request.url()).pathname === '/identity/auth')
    const popup = await openLogin(page)
    const state = new URL((await asked).url()).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({
      ...{ error: 'temporarily_unavailable', error_description: 'Come back later', state },
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

test('the sign-up page says how strong the password is while one types', async ({ page }) => {
  await page.goto('/leaderboard')
  await hydrated(page)
  const popup = await openLogin(page)
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

test('signing in and out in one tab shows in the other', async ({ page, context }) => {
  const { email } = await becomeMember(page)
  await signOutByMenu(page)
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await hydrated(other)
  await signInAs(page, email)
  await expect(other.getByRole('button', accountMenu)).toBeVisible()
  await signOutByMenu(other)
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await other.close()
})

test('after signing out the provider asks for the password again', async ({ page }) => {
  const { email } = await becomeMember(page)
  await signOutByMenu(page)
  await expect(page.getByText("You've been signed out", { exact: true })).toBeVisible()
  const popup = await openLogin(page)
  await fillSignIn(popup, email, 'not the password')
  await expect(popup.getByRole('alert')).toHaveText('Incorrect email or password')
  await fillSignIn(popup, email, PASSWORD)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('the button is called Login', async ({ page }) => {
    await page.goto('/leaderboard')
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    const popup = await openLogin(page)
    await fillSignUp(popup, freshEmail())
    await expect(page).toHaveURL('/complete-profile')
  })
})

test.describe('a callback page that nobody waits for', () => {
  test.use({ expectedErrors: [/No state in response/] })

  test('says so, is not for search engines and leads home', async ({ page }) => {
    await page.goto('/auth/callback')
    await expect(page.getByRole('heading', { name: 'Login Failed' })).toBeVisible()
    for (const path of ['/auth/popup', '/auth/signed-out', '/auth/callback']) {
      await page.goto(path)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
    }
  })
})
