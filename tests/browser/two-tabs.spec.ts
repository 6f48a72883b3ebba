import type { Page } from '@playwright/test'
import { fillSignIn, openProviderPopup, signOutFromMenu, signUpAsMember } from './support/accounts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForApiCalls } from './support/test.ts'

const accountMenu = { name: 'Account menu' }
const TOKENS = '**/api/auth/local'

/** Records the sign-in requests that a tab sends and their responses. */
const watchSignIn = (tab: Page) => {
  const posted: Promise<number>[] = []
  const read: number[] = []
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/auth/me') read.push(Date.now())
    if (pathname === '/api/auth/local')
      posted.push(request.response().then((response) => response?.status() ?? 0))
  })
  return { posted, read }
}

/** Signs up a member, signs out, and opens a second tab; both tabs then show a visitor's page. */
const twoTabs = async (page: Page) => {
  const member = await signUpAsMember(page)
  await signOutFromMenu(page)
  const other = await page.context().newPage()
  await openHydratedPage(other, '/leaderboard')
  await openHydratedPage(page, '/leaderboard')
  return { ...member, other, seen: watchSignIn(other) }
}

const enter = async (page: Page, email: string) => {
  await fillSignIn(await openProviderPopup(page), email)
  await expect(page.getByRole('button', accountMenu)).toBeVisible()
}

test('the other tab also posts the token once, joins the same session and shows the member', {
  tag: '@full',
}, async ({ page }) => {
  const { email, username, other, seen } = await twoTabs(page)
  await enter(page, email)
  await expect(other.getByRole('button', accountMenu)).toBeVisible()
  expect(await Promise.all(seen.posted)).toEqual([200])
  expect(seen.read).toHaveLength(1)
  const sessions = await getSiteSql()`
    select 1 from sessions s join users u on u.id = s.user_id where u.username = ${username}`
  expect(sessions).toHaveLength(1)
  // Messages between the tabs must not remain in storage that outlives them.
  const storages = await other.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)])
  expect(storages[0]).not.toContain('id_token')
  expect(storages[1]).toContain('id_token')
  await waitForApiCalls(page)
  await signOutFromMenu(other)
  expect(await other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('id_token')
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('id_token')
  expect(seen.posted).toHaveLength(1)
})

test('the other tab requests the current user three times, half a second apart', { tag: '@full' }, async ({
  page,
}) => {
  const { email, other, seen } = await twoTabs(page)
  await other.route('**/api/auth/me', (route) =>
    seen.read.length < 3 ? route.fulfill({ status: 401, body: '{"message":"Not yet"}' }) : route.continue(),
  )
  await enter(page, email)
  await expect(other.getByRole('button', accountMenu)).toBeVisible()
  const [first = 0, second = 0, third = 0, ...more] = seen.read
  expect(more).toEqual([])
  for (const pause of [second - first, third - second]) expect(pause).toBeGreaterThanOrEqual(490)
})

test('a token that the other tab posts after the sign-out has no effect', { tag: '@full' }, async ({
  page,
}) => {
  const { email, other, seen } = await twoTabs(page)
  const release = await pauseRequests(other, TOKENS, 'POST')
  await enter(page, email)
  await expect.poll(() => seen.posted.length).toBe(1)
  await signOutFromMenu(page)
  release()
  expect(await Promise.all(seen.posted)).toEqual([401])
  await expect(other.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
  expect(await other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('id_token')
})

test.describe('a hidden tab', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] })

  test('asks to sign in again when it becomes visible', { tag: '@full' }, async ({ page, context }) => {
    const username = await signIn(context)
    await openHydratedPage(page, '/leaderboard')
    const see = (isSeen: boolean) =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: !now })
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          value: now ? 'visible' : 'hidden',
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isSeen)
    await see(false)
    await getSiteSql()`
      delete from sessions where user_id = (select id from users where username = ${username})`
    const refused = page.waitForResponse((response) => response.status() === 401)
    await page.getByRole('link', { name: 'Bookmarks' }).click()
    await refused
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await see(true)
    await expect(page.getByRole('dialog', { name: "You've been signed out" })).toBeVisible()
  })
})
