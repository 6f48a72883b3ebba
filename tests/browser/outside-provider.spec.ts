import { comeBack, freshUsername } from './support/accounts.ts'
import { startConsentingProvider } from './support/consenting-provider.ts'
import { freePort } from './support/free-port.ts'
import { startServer, stop } from './support/site.ts'
import { expect, hydrated, test } from './support/test.ts'

/** A site whose members sign in somewhere else, and that somewhere. */
const startBoth = async (isCutOff: boolean) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const redirectTo = [`${url}/auth/popup`, `${url}/auth/callback`]
  const provider = await startConsentingProvider({
    ...{ redirectTo, isCutOff },
    signedOutTo: `${url}/auth/signed-out`,
  })
  const { SITE_DATA_DIR = '', SITE_DATABASE_URL = '' } = process.env
  const { server } = await startServer(SITE_DATA_DIR, SITE_DATABASE_URL, {
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_PROVIDER_ID: 'elsewhere',
    OIDC_PROVIDER_NAME: 'Elsewhere',
  })
  const end = async () => {
    await stop(server)
    provider.stop()
  }
  return { url, end }
}

// The provider's own page to sign out wants a font from elsewhere.
test.use({ expectedErrors: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] })

for (const isCutOff of [false, true]) {
  test(`an outside provider with a secret and consent signs in through the popup${
    isCutOff ? ', even when it cuts the popup off' : ''
  }`, async ({ page }) => {
    const { url, end } = await startBoth(isCutOff)
    await page.goto(`${url}/bookmarks`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Elsewhere' }).click()
    const popup = await opened
    await expect(popup.getByPlaceholder('Enter any login')).toBeVisible()
    expect(await popup.evaluate(() => window.opener === null)).toBe(isCutOff)
    // Longer than it takes to find out that a window is closed.
    if (isCutOff) await popup.waitForTimeout(2_500)
    await popup.getByPlaceholder('Enter any login').fill(freshUsername())
    await popup.getByPlaceholder('and password').fill('any')
    await popup.getByRole('button', { name: 'Sign-in' }).click()
    await popup.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${url}/complete-profile`)
    await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toBeVisible()
    await comeBack(page, popup)
    await page.getByLabel('Username').fill(freshUsername())
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL(`${url}/`)
    await page.goto(`${url}/settings`)
    await expect(page.getByLabel('E-mail')).toHaveValue(/@outside\.example$/)
    await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
    await hydrated(page)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(`${url}/auth/signed-out`)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
    // The provider has forgotten the person too: it asks for the login again.
    const again = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Login to Post' }).click()
    await expect((await again).getByPlaceholder('Enter any login')).toBeVisible()
    await end()
  })
}
