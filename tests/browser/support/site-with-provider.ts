import type { Page } from '@playwright/test'
import { findFreePort } from '../../support/free-port.ts'
import { generateUsername } from './accounts.ts'
import { startConsentingProvider } from './consenting-provider.ts'
import { startServer, stopServer } from './site.ts'
import { test as base, expect, waitForHydration } from './test.ts'

/** `more` contains additional settings for the site. */
type Options = { isCutOff?: boolean; picture?: string; more?: NodeJS.ProcessEnv }

/** Starts an external identity provider and a site that uses it. */
const startSiteWithProvider = async ({ isCutOff = false, picture, more = {} }: Options = {}) => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const redirectTo = [`${url}/auth/popup`, `${url}/auth/callback`]
  const provider = await startConsentingProvider({
    redirectTo,
    isCutOff,
    picture,
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
    ...more,
  })
  const stop = async () => {
    await stopServer(server)
    provider.stop()
  }
  return { url, issuer: provider.issuer, stop }
}

type Site = Awaited<ReturnType<typeof startSiteWithProvider>>

/** A test that starts sites with a provider. They are stopped after the test, also if it fails. */
export const test = base.extend<{ startSite: (options?: Options) => Promise<Site> }>({
  startSite: async ({ page }, use) => {
    const sites: Site[] = []
    await use(async (options) => {
      const site = await startSiteWithProvider(options)
      sites.push(site)
      return site
    })
    // The page must be left first; otherwise requests that it is still sending will fail.
    await page.goto('about:blank')
    for (const { stop } of sites) await stop()
  },
})

/** Starts a sign-in; returns the provider's popup once its form is visible. */
export const openExternalSignIn = async (page: Page, url: string): Promise<Page> => {
  await page.goto(`${url}/bookmarks`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Elsewhere' }).click()
  const popup = await opened
  await expect(popup.getByPlaceholder('Enter any login')).toBeVisible()
  return popup
}

/** Signs in on the provider's page as a new person and consents. */
export const signInAtProvider = async (provider: Page): Promise<void> => {
  await provider.getByPlaceholder('Enter any login').fill(generateUsername())
  await provider.getByPlaceholder('and password').fill('any')
  await provider.getByRole('button', { name: 'Sign-in' }).click()
  await provider.getByRole('button', { name: 'Continue' }).click()
}
