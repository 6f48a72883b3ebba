import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  fillSignIn,
  openProviderPopup,
  PASSWORD,
  signInWithPassword,
  signOutFromMenu,
} from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const codeAt = (secret: string, stepsLater: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 })

const openSettings = async (page: Page): Promise<void> => {
  await openHydratedPage(page, '/settings')
}

/** Wrong codes are rejected with 400. */
test.use({ expectedErrors: [/400 \(Bad Request\)/] })

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

/** Adds a virtual authenticator to the browser; it creates passkeys and confirms every use of them. */
const addDevice = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

/** Presses Tab until the element with this role and name has focus. */
const tabTo = async (
  page: Page,
  role: 'button' | 'link' | 'textbox',
  name: string | RegExp,
): Promise<void> => {
  const target = page.getByRole(role, { name })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

test('sets up an app and signs in with its code and with a recovery code, by keyboard alone', async ({
  page,
  context,
}) => {
  // The test signs in twice, and checks six pages for accessibility.
  test.slow()
  const { email } = await signInWithPassword(context)
  await openSettings(page)
  await section(page).getByRole('button', { name: 'Set up an authenticator app' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replace(/\s/g, '')
  await tabTo(page, 'textbox', 'Code from the app')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the 6 digits that your app shows')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(codeAt(secret, -1))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  await tabTo(page, 'button', "I've saved them")
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('10 codes left')).toBeVisible()
  await expect(section(page).getByText(/^Added .*not used yet$/)).toBeVisible()

  for (const [way, code] of [
    ['app', () => codeAt(secret, 0)],
    ['recovery code', () => recoveryCode],
  ] as const) {
    await signOutFromMenu(page)
    const popup = await openProviderPopup(page)
    await fillSignIn(popup, email)
    await expect(popup.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
    expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
    if (way === 'recovery code') {
      await tabTo(popup, 'link', 'Use a recovery code')
      await popup.keyboard.press('Enter')
    }
    await expect(
      popup.getByRole('textbox', { name: way === 'app' ? /^Code/ : 'Recovery code' }),
    ).toBeFocused()
    await popup.keyboard.type('000000')
    await popup.keyboard.press('Enter')
    await expect(popup.getByText('This code is wrong, has expired or has been used.')).toBeVisible()
    expect(await findViolationsInBothThemes(popup)).toEqual(NO_VIOLATIONS)
    await popup.keyboard.type(code())
    await popup.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  }
  await openSettings(page)
  await expect(section(page).getByText('9 codes left')).toBeVisible()
  await section(page).getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect(page.getByText('This is your last second step.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await expect(section(page).getByText('codes left')).toHaveCount(0)
})

test.describe('without scripts on the sign-in pages', () => {
  test('a code of the app is enough', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    const { email } = await signInWithPassword(page.context())
    await openSettings(page)
    await section(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replace(/\s/g, '')
    await dialog.getByLabel('Code from the app').fill(codeAt(secret, -1))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()

    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const plain = await context.newPage()
    const query = new URLSearchParams({
      client_id: 'prompt-collection',
      response_type: 'code',
      redirect_uri: `${baseURL}/auth/callback`,
      scope: 'openid profile email',
      state: 's',
      nonce: 'n',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    await plain.goto(`/identity/auth?${query}`)
    await plain.getByRole('link', { name: 'Use a passkey' }).click()
    await expect(plain.locator('noscript p')).toBeVisible()
    await expect(plain.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
    await plain.getByRole('link', { name: 'Use your password' }).click()
    await plain.getByLabel('Email').fill(email)
    await plain.getByLabel('Password').fill(PASSWORD)
    await plain.getByRole('button', { name: 'Sign in' }).click()
    await plain.getByLabel('Code').fill(codeAt(secret, 0))
    await plain.getByRole('button', { name: 'Continue' }).click()
    await plain.waitForURL(/\/auth\/callback\?code=/)
    await context.close()
  })
})

test('adds a passkey and signs in with it, after the password and alone', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await addDevice(page)
  const { email } = await signInWithPassword(context)
  await openSettings(page)
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Chrome on /)
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await expect(section(page).getByText('My laptop')).toBeVisible()

  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await section(page).getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByText('Work laptop')).toBeVisible()

  // A virtual authenticator belongs to one page, so the sign-in must happen in that page instead of in a popup.
  await signOutFromMenu(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: /^Login/ }).click()
  await expect(page.getByRole('link', { name: 'Use a passkey' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await fillSignIn(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()

  await signOutFromMenu(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: /^Login/ }).click()
  await page.getByRole('link', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await openSettings(page)
  await expect(section(page).getByText(/last used/)).toBeVisible()
  await section(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('Work laptop')).toHaveCount(0)
})
