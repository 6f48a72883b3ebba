import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  fillSignIn,
  openProviderPopup,
  signInAs,
  signInWithPassword,
  signUpAsMember,
} from './support/accounts.ts'
import { createMemberSession, createSession, getSiteSql, setSession } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const openSettings = async (page: Page) => {
  const member = await createMemberSession()
  await setSession(page.context(), member.token)
  await openHydratedPage(page, '/settings')
  return member
}

/** Opens the settings of a member who has signed up with an email and a password. */
const openSettingsWithPassword = async (page: Page) => {
  const member = await signUpAsMember(page)
  await openHydratedPage(page, '/settings')
  return member
}

const save = async (page: Page) => {
  // The message of an earlier save may still be shown.
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && new URL(response.url()).pathname === '/api/user/profile',
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await saved
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
}

test('saves changes and an avatar, and keeps unsaved and invalid text', async ({ page }) => {
  const { email, username } = await openSettings(page)

  await test.step('the username and the email are locked', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await expect(page.getByLabel('Username')).toHaveAttribute('readonly')
    const colour = (label: string) =>
      page.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor)
    expect(await colour('Username'), 'locked fields look different').not.toBe(await colour('Bio'))
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  await test.step('unsaved text is kept across a reload until it is discarded', async () => {
    await page.getByLabel('Bio').fill('Not saved yet')
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByLabel('Bio')).toHaveValue('Not saved yet')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByLabel('Bio')).toHaveValue('')
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByLabel('Bio')).toHaveValue('')
  })

  await test.step('an invalid field shows its error and keeps its text', async () => {
    await page.getByLabel('Website').fill('example')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Please enter a valid website URL')).toBeVisible()
    await expect(page.getByLabel('Website')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Website')).toHaveValue('example')
  })

  await test.step('changes are saved, and the theme is remembered', async () => {
    await page.getByLabel('Bio').fill('Prompts for mending things')
    await expect(page.getByText('26/200')).toBeVisible()
    await page.getByLabel('Website').fill('https://example.org/me')
    await page.getByLabel('X / Twitter').fill('https://x.com/me')
    await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/me')
    await save(page)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.getByLabel('Bio')).toHaveValue('Prompts for mending things')
    await expect(page.getByLabel('LinkedIn')).toHaveValue('https://www.linkedin.com/in/me')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })
  await test.step('an avatar is cropped with the keyboard, saved and removed', async () => {
    await waitForHydration(page)
    const left = { create: { width: 300, height: 300, channels: 3, background: 'red' } } as const
    const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'blue' } })
      .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer()
    await page
      .getByLabel('Avatar file')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
    // The dialog takes the focus when it has opened.
    await expect(dialog).toBeFocused()
    await dialog.getByRole('application').focus()
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('+')
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1')
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await save(page)
    const avatar = page.getByRole('group', { name: 'Avatar' }).locator('img')
    await expect(avatar).toHaveAttribute('src', /^\/media\/.*\.webp$/)
    const bytes = await (await page.request.get((await avatar.getAttribute('src')) ?? '')).body()
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(dominant.b)
    await page.getByRole('button', { name: 'Remove' }).click()
    await save(page)
    await page.reload()
    await expect(page.getByRole('group', { name: 'Avatar' }).locator('img')).toHaveCount(0)
  })
})

test('keeps what another tab has saved in the meantime, even alongside a draft', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const { username } = await openSettings(page)
  const other = await context.newPage()
  await openHydratedPage(other, '/settings')
  await page.getByLabel('Website').fill('https://example.org/draft')
  await other.getByLabel('Bio').fill('Written in the other tab')
  await save(other)
  await page.getByLabel('Website').fill('https://example.org/first')
  await save(page)
  const stored = () => getSiteSql()`select bio, website from users where username = ${username}`
  expect(await stored()).toEqual([{ bio: 'Written in the other tab', website: 'https://example.org/first' }])
  await expect(page.getByLabel('Bio')).toHaveValue('Written in the other tab')
  await other.getByLabel('Bio').fill('And once more')
  await save(other)
  await page.getByLabel('Website').fill('https://example.org/later')
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Website')).toHaveValue('https://example.org/later')
  await save(page)
  expect(await stored()).toEqual([{ bio: 'And once more', website: 'https://example.org/later' }])
})

test('keeps text typed during a save and includes it in the next one', { tag: '@full' }, async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Bio').fill('First')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/user/profile', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByLabel('Bio').fill('First and second')
  release()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('First and second')
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Bio')).toHaveValue('First and second')
  await save(page)
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('First and second')
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
})

test("saving does not discard another tab's unsaved text", { tag: '@full' }, async ({ page, context }) => {
  await openSettings(page)
  const other = await context.newPage()
  await openHydratedPage(other, '/settings')
  await page.getByLabel('Website').fill('https://example.org/saved')
  await other.getByLabel('Bio').fill('Typed in the other tab')
  await page.getByLabel('X / Twitter').fill('https://x.com/saved')
  await save(page)
  await other.reload()
  await waitForHydration(other)
  await expect(other.getByLabel('Bio')).toHaveValue('Typed in the other tab')
  await expect(other.getByLabel('Website')).toHaveValue('https://example.org/saved')
  await other.getByLabel('Bio').fill('Typed on')
  await other.getByLabel('X / Twitter').fill('https://x.com/other')
  await page.reload()
  await waitForHydration(page)
  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/page')
  await other.getByRole('button', { name: 'Discard changes' }).click()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('LinkedIn')).toHaveValue('https://www.linkedin.com/in/page')
  await expect(page.getByLabel('Bio')).toHaveValue('')
})

test('rejects files that are not images or are too large', { tag: '@full' }, async ({ page }) => {
  await openSettings(page)
  const file = page.getByLabel('Avatar file')
  const text = Buffer.from('no picture')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: text })
  await expect(page.getByText('Please upload an image file')).toBeVisible()
  await file.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('Avatar image must be smaller than 5MB')).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: text })
  await expect(page.getByText('Please upload an image file')).toBeVisible()
})

test('creates and revokes an API token, and signs out one or all other sessions', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { username } = await openSettings(page)

  await test.step('a program acts as the member with the token, until it is revoked', async () => {
    const access = page.getByRole('region', { name: 'Access' })
    await access.getByRole('button', { name: 'Create API token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Sync')
    await dialog.getByRole('checkbox', { name: 'Read what is yours' }).check()
    await dialog.getByRole('button', { name: 'Create API token' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    const status = async () => (await request.get('/api/user/drafts', { headers })).status()
    expect(await status()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await waitForHydration(page)
    await expect(access.getByRole('listitem')).toContainText('Sync')
    await expect(page.getByText(token)).toHaveCount(0)
    await access.getByRole('button', { name: 'Revoke Sync' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(access.getByText('You have no API tokens.')).toBeVisible()
    expect(await status()).toBe(401)
  })

  await test.step('other sessions are listed and signed out', async () => {
    const others = await Promise.all(
      ['Windows NT 10.0; Win64; x64; rv:140.0', 'X11; Linux x86_64; rv:140.0'].map(async (os) => {
        const context = await browser.newContext({ baseURL: baseURL ?? '' })
        await setSession(
          context,
          await createSession(username, `Mozilla/5.0 (${os}) Gecko/20100101 Firefox/140.0`),
        )
        return { context, page: await context.newPage() }
      }),
    )
    await page.reload()
    await waitForHydration(page)
    const list = page.getByRole('region', { name: "Where you're signed in" })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list.getByRole('listitem').first()).toContainText('This device')
    await list.getByRole('button', { name: 'Sign out of Firefox on Windows' }).click()
    await expect(page.getByText('Signed out of Firefox on Windows', { exact: true })).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByText('Firefox on Linux')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('Signed out of 1 other session', { exact: true })).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    for (const other of others) {
      await other.page.goto('/settings')
      await expect(other.page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
      await other.context.close()
    }
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('saves nothing and says why', { tag: '@full' }, async ({ page, context }) => {
    await openSettingsWithPassword(page)
    // Until the code of toasts is loaded, the title and the message are one text.
    const message = page
      .getByText(/We couldn't reach the site\. Check your connection and try again\.$/)
      .first()
    await page.getByLabel('Bio').fill('On the train')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/^Error updating profile/).first()).toBeVisible()
    await expect(message).toBeVisible()
    await page.getByLabel('Current password').fill('plums in the icebox')
    await page.getByLabel('New password').fill('a whole new password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText(/^Couldn't change your password/).first()).toBeVisible()
    await expect(message).toBeVisible()
    await context.setOffline(false)
    await save(page)
  })
})

test.describe('with rejected calls', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)|401 \(Unauthorized\)/] })

  test('changes the password only with the current one', async ({ page, context, browser, baseURL }) => {
    const { email } = await signInWithPassword(context)
    await openHydratedPage(page, '/settings')
    const form = page.getByRole('region', { name: 'Password' })
    const change = async (current: string, next: string) => {
      await form.getByLabel('Current password').fill(current)
      await form.getByLabel('New password').fill(next)
      await form.getByRole('button', { name: 'Change password' }).click()
    }
    await change('', 'short')
    await expect(form.getByText('Current password is required')).toBeVisible()
    await expect(form.getByText('New password must be at least 10 characters')).toBeVisible()
    await change('not the present one', 'a whole new password')
    await expect(form.getByText('Your current password is incorrect')).toBeVisible()
    await change('plums in the icebox', 'P@ssw0rd2024')
    const fault = 'This password is too easy to guess. It is similar to one of the most common passwords.'
    await expect(form.getByRole('status')).toHaveText(fault)
    await expect(form.getByLabel('New password')).toHaveAccessibleDescription(new RegExp(fault))
    await change('plums in the icebox', 'a whole new password')
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
    await signInAs(await elsewhere.newPage(), email, 'a whole new password')
    await elsewhere.close()
  })

  test('asks to sign in if the session ends while the member types, and then continues', {
    tag: '@full',
  }, async ({ page }) => {
    const { email, username } = await openSettingsWithPassword(page)
    await page.getByLabel('Bio').fill('Typed before the session ended')
    const sql = getSiteSql()
    await sql`delete from sessions where user_id = (select id from users where username = ${username})`
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: "You've been signed out" })
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: /^Continue with/ }).click()
    const provider = await popup
    if (
      await provider
        .getByLabel('Email')
        .isVisible()
        .catch(() => false)
    )
      await fillSignIn(provider, email)
    await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended')
  })
})

test.describe('long after the last sign-in', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })

  const confirm = async (page: Page, email: string) => {
    const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
    await expect(dialog).toContainText('more than 10 minutes ago')
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: /^Continue with/ }).click()
    // The provider has a session for this browser but still asks for the password.
    await expect((await popup).getByLabel('Email')).toHaveValue(email)
    await fillSignIn(await popup, email)
  }
  const age = (username: string) => getSiteSql()`
    update sessions set created_at = now() - interval '11 minutes'
    where user_id = (select id from users where username = ${username})`

  test('exports the data and deletes the account, after signing in again', async ({ page }) => {
    const { email, username } = await openSettingsWithPassword(page)
    const exportData = () => page.getByRole('link', { name: 'Export my data' }).click()
    const download = async (go: () => Promise<unknown>) => {
      const [file] = await Promise.all([page.waitForEvent('download'), go()])
      return readFile(await file.path(), 'utf8')
    }

    await test.step('soon after the sign-in, the data is downloaded at once', async () => {
      expect(await download(exportData)).toContain(username)
    })

    await test.step('later, nothing happens if the member does not sign in again', async () => {
      await age(username)
      await exportData()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText("Couldn't export your data", { exact: true })).toBeVisible()
      await expect(page.getByText(/^Sign in again to continue/)).toBeVisible()
    })

    await test.step('the data is downloaded after signing in again', async () => {
      expect(
        await download(async () => {
          await exportData()
          await confirm(page, email)
        }),
      ).toContain(username)
    })

    await test.step('the account is deleted once its username is typed, after signing in again', async () => {
      await age(username)
      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      const typed = dialog.getByLabel(`Type ${username} to confirm`)
      await typed.fill('someone else')
      await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
      await expect(dialog.getByText('Please type your username to confirm')).toBeVisible()
      await typed.fill(username)
      await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
      await confirm(page, email)
      await expect(page).toHaveURL('/')
      await expect(page.getByText('Your account was deleted', { exact: true })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
      const popup = await openProviderPopup(page)
      await fillSignIn(popup, email)
      await expect(popup.getByRole('alert')).toBeVisible()
    })
  })
})
