import { fillSignIn, openProviderPopup, signOutFromMenu, signUpAsMember } from './support/accounts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

type Place = 'localStorage' | 'sessionStorage'

const STORAGES: [what: string, places: Place[]][] = [
  ['the local storage', ['localStorage']],
  ['the session storage', ['sessionStorage']],
  ['both storages', ['localStorage', 'sessionStorage']],
]

test.describe('signing in', () => {
  for (const [what, places] of STORAGES) {
    test(`works when the browser blocks ${what}`, { tag: '@full' }, async ({ page, browser, baseURL }) => {
      const { email } = await signUpAsMember(page)
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      await context.addInitScript((named) => {
        for (const name of named)
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('Access is denied', 'SecurityError')
            },
          })
      }, places)
      const strict = await context.newPage()
      await openHydratedPage(strict, '/leaderboard')
      await fillSignIn(await openProviderPopup(strict), email)
      await expect(strict.getByRole('button', { name: 'Account menu' })).toBeVisible()
      await strict.reload()
      await expect(strict.getByRole('button', { name: 'Account menu' })).toBeVisible()
      await context.close()
    })

    test(`works when ${what} ${places.length > 1 ? 'are' : 'is'} full`, { tag: '@full' }, async ({
      page,
      browser,
      baseURL,
    }) => {
      const { email } = await signUpAsMember(page)
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      await context.addInitScript((named) => {
        const { setItem } = Storage.prototype
        Storage.prototype.setItem = function (key, value) {
          const isFull = named.some((name) => this === window[name])
          if (isFull && value.length > 100) throw new DOMException('It is full', 'QuotaExceededError')
          setItem.call(this, key, value)
        }
      }, places)
      const full = await context.newPage()
      await openHydratedPage(full, '/leaderboard')
      await fillSignIn(await openProviderPopup(full), email)
      await expect(full.getByRole('button', { name: 'Account menu' })).toBeVisible()
      await context.close()
    })
  }

  test("falls back to a redirect if the popup's stored state was lost", { tag: '@full' }, async ({
    page,
  }) => {
    const { email } = await signUpAsMember(page)
    await signOutFromMenu(page)
    await openHydratedPage(page, '/leaderboard')
    const popup = await openProviderPopup(page)
    const lost = await page.evaluate(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('oidc.'))
      for (const key of keys) localStorage.removeItem(key)
      return keys.length
    })
    expect(lost).toBe(1)
    const callback = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/callback')
    await fillSignIn(popup, email)
    await callback
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await expect(page).toHaveURL('/leaderboard')
  })
})
