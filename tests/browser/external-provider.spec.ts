import { generateUsername, returnFromPopup } from './support/accounts.ts'
import { getSiteSql } from './support/members.ts'
import { createPngFile } from './support/posts.ts'
import { openExternalSignIn, signInAtProvider, test } from './support/site-with-provider.ts'
import { expect, waitForHydration } from './support/test.ts'

// The provider's sign-out page loads a font from another host.
test.use({ expectedErrors: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] })

for (const isCutOff of [false, true]) {
  test(`signs in through the popup of an external provider with a client secret and consent${
    isCutOff ? ', even if the provider severs the opener' : ''
  }`, { tag: isCutOff ? '@full' : [] }, async ({ page, startSite }) => {
    const { url } = await startSite({ isCutOff })
    if (isCutOff) await page.clock.install()
    const popup = await openExternalSignIn(page, url)
    expect(await popup.evaluate(() => window.opener === null)).toBe(isCutOff)
    if (isCutOff) {
      // 2.5 seconds is longer than the site takes to detect a closed popup. The user then switches to this page and
      // back to the popup.
      await page.clock.runFor(2_500)
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await page.clock.runFor(2_000)
    }
    await signInAtProvider(popup)
    await expect(page).toHaveURL(`${url}/complete-profile`)
    await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toBeVisible()
    await returnFromPopup(page, popup)
    await page.getByLabel('Username').fill(generateUsername())
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL(`${url}/bookmarks`)
    await page.goto(`${url}/settings`)
    await expect(page.getByLabel('Email')).toHaveValue(/@outside\.example$/)
    await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(`${url}/auth/signed-out`)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
    // The provider has also ended its own session, so it asks for the credentials again.
    const again = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Login to Post' }).click()
    await expect((await again).getByPlaceholder('Enter any login')).toBeVisible()
  })
}

test.describe('an external provider that is no longer reachable', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] })

  test('is reported after signing out, which still ends the session on the site', { tag: '@full' }, async ({
    page,
    startSite,
  }) => {
    const { url, issuer } = await startSite()
    const popup = await openExternalSignIn(page, url)
    await signInAtProvider(popup)
    await returnFromPopup(page, popup)
    await page.getByLabel('Username').fill(generateUsername())
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL(`${url}/bookmarks`)
    await page.route(`${issuer}/**`, (route) => route.abort())
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByText("You've been signed out", { exact: true })).toBeVisible()
    await expect(page.getByText(/^We couldn't reach Elsewhere/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  })
})

test('falls back to a redirect quickly if the popup of an external provider is closed', {
  tag: '@full',
}, async ({ page, startSite }) => {
  const { url, issuer } = await startSite()
  const popup = await openExternalSignIn(page, url)
  await popup.close()
  // Headless browsers do not move focus between windows, so this simulates the focus returning when the popup
  // closes.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.waitForURL((at) => at.href.startsWith(issuer), { timeout: 4_000 })
  await signInAtProvider(page)
  await expect(page).toHaveURL(`${url}/complete-profile`)
  await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toBeVisible()
})

for (const isAllowed of [true, false]) {
  test.describe(`a picture on ${isAllowed ? 'an allowed' : 'a disallowed'} host other than the provider's`, () => {
    test.use({
      expectedErrors: isAllowed ? [] : [/Content Security Policy|pictures\.example/],
    })

    test(isAllowed ? 'is copied by the browser' : 'is not fetched, and initials are shown', {
      tag: '@full',
    }, async ({ page, context, startSite }) => {
      const pictures = 'https://pictures.example'
      const { url } = await startSite({
        picture: `${pictures}/person.png`,
        ...(isAllowed && { more: { OIDC_PICTURE_HOST: pictures } }),
      })
      const requests: string[] = []
      const { buffer: body } = await createPngFile('person.png', 80, 80)
      await context.route(`${pictures}/**`, async (route) => {
        requests.push(route.request().url())
        await route.fulfill({
          body,
          contentType: 'image/png',
          headers: { 'access-control-allow-origin': '*' },
        })
      })
      const popup = await openExternalSignIn(page, url)
      await signInAtProvider(popup)
      await expect(page).toHaveURL(`${url}/complete-profile`)
      const username = generateUsername()
      await returnFromPopup(page, popup)
      const avatar = page.getByRole('group', { name: 'Avatar' })
      if (isAllowed) await expect(avatar.locator('img')).toBeVisible()
      await page.getByLabel('Username').fill(username)
      await page.getByRole('button', { name: 'Complete profile' }).click()
      await expect(page).toHaveURL(`${url}/bookmarks`)
      expect(requests).toEqual(isAllowed ? [`${pictures}/person.png`] : [])
      const [user] = await getSiteSql()<{ avatar: string | null }[]>`
        select avatar from users where username = ${username}`
      expect(user?.avatar ?? '').toMatch(isAllowed ? /^\/media\// : /^$/)
    })
  })
}
