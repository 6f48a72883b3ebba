import { generateUsername, signUp, signUpAsMember } from './support/accounts.ts'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql } from './support/members.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test('redirects every other page to the profile setup, on the server and in the browser', async ({
  page,
}) => {
  await signUp(page)
  for (const path of ['/', '/settings', '/leaderboard', '/bookmarks', '/u/collection', '/no/such/page']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/complete-profile')
  }
  await waitForHydration(page)
  await page.evaluate(() => {
    history.pushState(null, '', '/leaderboard')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/complete-profile')
  await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
})

test('redirects visitors and members with a complete profile to the home page', async ({ page }) => {
  await page.goto('/complete-profile')
  await expect(page).toHaveURL('/')
  await signUpAsMember(page)
  await page.goto('/complete-profile')
  await expect(page).toHaveURL('/')
})

test('validates the username while the user types', async ({ page }) => {
  await signUp(page)
  const username = page.getByLabel('Username')
  const fault = async (value: string, message: string) => {
    await username.fill(value)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(username).toHaveAccessibleDescription(new RegExp(message))
  }
  await fault('ab', 'Username must be at least 3 characters')
  await fault('a'.repeat(21), 'Username must be at most 20 characters')
  await fault('with space', 'Username can only contain letters and numbers')
  await fault('', 'Username is required')
  await username.fill(generateUsername())
  await expect(username).not.toHaveAttribute('aria-invalid')
})

test.describe('a username that the server rejects', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)|400 \(Bad Request\)/] })

  test('shows the error next to the field and keeps the entered text', async ({ page }) => {
    await signUp(page)
    const username = page.getByLabel('Username')
    await page.getByLabel('Bio').fill('I collect prompts.')
    for (const [value, message] of [
      ['COLLECTION', 'Username is already taken'],
      ['Admin', 'This username is reserved'],
    ] as const) {
      await username.fill(value)
      await page.getByRole('button', { name: 'Complete profile' }).click()
      await expect(page.getByText(message)).toBeVisible()
      await expect(username).toBeFocused()
      await expect(page.getByLabel('Bio')).toHaveValue('I collect prompts.')
    }
  })
})

test('shows messages for the bio and the links, and a character counter', async ({ page }) => {
  await signUp(page)
  await page.getByLabel('Username').fill(generateUsername())
  await page.getByLabel('Bio').fill('ä'.repeat(201))
  await expect(page.getByText('201/200')).toBeVisible()
  await page.getByLabel('Website').fill('not an address')
  await page.getByLabel('X / Twitter').fill('javascript:alert(1)')
  await page.getByLabel('LinkedIn').fill('linkedin')
  await page.getByRole('button', { name: 'Complete profile' }).click()
  for (const message of [
    'Bio must be at most 200 characters',
    'Please enter a valid website URL',
    'Please enter a valid X/Twitter URL',
    'Please enter a valid LinkedIn URL',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page).toHaveURL('/complete-profile')
})

test('keeps the entered text across a reload', async ({ page }) => {
  await signUp(page)
  const name = generateUsername()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Bio').fill('Half a sentence')
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue(name)
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence')
  await page.getByRole('button', { name: 'Complete profile' }).click()
  await expect(page).toHaveURL('/leaderboard')
  const [row] = await getSiteSql()`select bio, profile_completed from users where username = ${name}`
  expect(row).toMatchObject({ bio: 'Half a sentence', profileCompleted: true })
})

test('shows the email, which cannot be changed', async ({ page }) => {
  const address = await signUp(page)
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(address)
  await expect(email).toHaveAttribute('readonly', '')
})

test('says whether a username is available while it is typed', async ({ page }) => {
  await signUp(page)
  const username = page.getByLabel('Username')
  await username.fill('COLLECTION')
  await expect(page.getByText('Username is already taken')).toBeVisible()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await username.fill(generateUsername())
  await expect(username).toHaveAccessibleDescription(/^Available\./)
  await username.fill('Admin')
  await expect(username).not.toHaveAccessibleDescription(/Available/)
})

test('offers to pick topics once the new member is back, and continues with their posts', async ({
  page,
}) => {
  await signUp(page)
  await page.getByLabel('Username').fill(generateUsername())
  await page.getByRole('button', { name: 'Complete profile' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await page.getByRole('button', { name: 'Pick topics' }).click()
  await expect(page).toHaveURL('/?feed=following')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  const topic = page
    .getByRole('list', { name: 'Topics to follow' })
    .getByRole('button', { name: 'Learning', exact: true })
  await topic.click()
  await expect(topic).toHaveAttribute('aria-pressed', 'true')
  expect(await findSeriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

for (const [width, scheme] of [
  [375, 'light'],
  [1280, 'dark'],
] as const) {
  test(`has no accessibility violations at ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await signUp(page)
    await page.getByLabel('Username').fill('a!')
    await page.getByRole('button', { name: 'Complete profile' }).click()
    await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
    expect(await findSeriousViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}
