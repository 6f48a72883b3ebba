import { comeBack, freshUsername } from './support/accounts.ts'
import { siteSql } from './support/members.ts'
import { enterOutside, openOutside, startBoth } from './support/outside-site.ts'
import { aPng } from './support/posts.ts'
import { expect, hydrated, test } from './support/test.ts'

// The provider's own page to sign out wants a font from elsewhere.
test.use({ expectedErrors: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] })

for (const isCutOff of [false, true]) {
  test(`an outside provider with a secret and consent signs in through the popup${
    isCutOff ? ', even when it cuts the popup off' : ''
  }`, async ({ page }) => {
    const { url, end } = await startBoth({ isCutOff })
    const popup = await openOutside(page, url)
    expect(await popup.evaluate(() => window.opener === null)).toBe(isCutOff)
    if (isCutOff) {
      // Longer than it takes to find out that a window is closed; then the person looks at this page and goes back.
      await popup.waitForTimeout(2_500)
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await popup.waitForTimeout(2_000)
    }
    await enterOutside(popup)
    await expect(page).toHaveURL(`${url}/complete-profile`)
    await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toBeVisible()
    await comeBack(page, popup)
    await page.getByLabel('Username').fill(freshUsername())
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL(`${url}/bookmarks`)
    await page.goto(`${url}/settings`)
    await expect(page.getByLabel('Email')).toHaveValue(/@outside\.example$/)
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
    await end(page)
  })
}

test.describe('an outside provider that cannot be reached any more', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] })

  test('is named when one signs out, and one is signed out of the site', async ({ page }) => {
    const { url, issuer, end } = await startBoth()
    const popup = await openOutside(page, url)
    await enterOutside(popup)
    await comeBack(page, popup)
    await page.getByLabel('Username').fill(freshUsername())
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page).toHaveURL(`${url}/bookmarks`)
    await page.route(`${issuer}/**`, (route) => route.abort())
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByText("You've been signed out", { exact: true })).toBeVisible()
    await expect(page.getByText(/^Elsewhere could not be reached/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
    await end(page)
  })
})

test('an outside popup that is closed at once becomes a redirect, without a long wait', async ({ page }) => {
  const { url, issuer, end } = await startBoth()
  const popup = await openOutside(page, url)
  await popup.close()
  // No screen, no focus that moves: it comes back as a window's does that stood behind the closed one.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.waitForURL((at) => at.href.startsWith(issuer), { timeout: 4_000 })
  await enterOutside(page)
  await expect(page).toHaveURL(`${url}/complete-profile`)
  await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toBeVisible()
  await end(page)
})

for (const isAllowed of [true, false]) {
  test.describe(`a picture that the provider keeps on another host${isAllowed ? '' : ', of which the site was not told'}`, () => {
    test.use({
      expectedErrors: isAllowed ? [] : [/Content Security Policy|pictures\.example/],
    })

    test(
      isAllowed ? 'is copied by the browser' : 'is not fetched: initials are drawn',
      async ({ page, context }) => {
        const pictures = 'https://pictures.example'
        const { url, end } = await startBoth({
          picture: `${pictures}/person.png`,
          ...(isAllowed && { more: { OIDC_PICTURE_HOST: pictures } }),
        })
        const asked: string[] = []
        const { buffer: body } = await aPng('person.png', 80, 80)
        await context.route(`${pictures}/**`, async (route) => {
          asked.push(route.request().url())
          await route.fulfill({
            body,
            contentType: 'image/png',
            headers: { 'access-control-allow-origin': '*' },
          })
        })
        const popup = await openOutside(page, url)
        await enterOutside(popup)
        await expect(page).toHaveURL(`${url}/complete-profile`)
        const username = freshUsername()
        await comeBack(page, popup)
        const avatar = page.getByRole('group', { name: 'Avatar' })
        if (isAllowed) await expect(avatar.locator('img')).toBeVisible()
        await page.getByLabel('Username').fill(username)
        await page.getByRole('button', { name: 'Complete profile' }).click()
        await expect(page).toHaveURL(`${url}/bookmarks`)
        expect(asked).toEqual(isAllowed ? [`${pictures}/person.png`] : [])
        const [user] = await siteSql()<{ avatar: string | null }[]>`
        select avatar from users where username = ${username}`
        expect(user?.avatar ?? '').toMatch(isAllowed ? /^\/media\// : /^$/)
        await end(page)
      },
    )
  })
}
