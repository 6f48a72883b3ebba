import { generateUsername } from './support/accounts.ts'
import { createMemberSession, getSiteSql, setSession } from './support/members.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test.use({ expectedErrors: [/409 \(Conflict\)|400 \(Bad Request\)/] })

test('a new member completes the profile and picks topics', { tag: '@full' }, async ({ page, context }) => {
  const username = page.getByLabel('Username')
  const submit = () => page.getByRole('button', { name: 'Complete profile' }).click()
  const { email, token } = await createMemberSession({ profileCompleted: false })

  await test.step('visitors are redirected to the home page', async () => {
    await page.goto('/complete-profile')
    await expect(page).toHaveURL('/')
  })

  await test.step('every other page redirects to the profile, on the server and in the browser', async () => {
    await setSession(context, token)
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
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')
  })

  await test.step('the username is validated while it is typed', async () => {
    for (const [value, message] of [
      ['ab', 'Username must be at least 3 characters'],
      ['a'.repeat(21), 'Username must be at most 20 characters'],
      ['with space', 'Username can only contain letters and numbers'],
      ['', 'Username is required'],
      ['COLLECTION', 'Username is already taken'],
    ] as const) {
      await username.fill(value)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(username).toHaveAttribute('aria-invalid', 'true')
      await expect(username).toHaveAccessibleDescription(new RegExp(message))
    }
    await username.fill(generateUsername())
    await expect(username).toHaveAccessibleDescription(/^Available\./)
    await expect(username).not.toHaveAttribute('aria-invalid')
    await username.fill('Admin')
    await expect(username).not.toHaveAccessibleDescription(/Available/)
  })

  await test.step('a username that the server rejects keeps the entered text', async () => {
    await page.getByLabel('Bio').fill('I collect prompts.')
    for (const [value, message] of [
      ['COLLECTION', 'Username is already taken'],
      ['Admin', 'This username is reserved'],
    ] as const) {
      await username.fill(value)
      await submit()
      await expect(page.getByText(message)).toBeVisible()
      await expect(username).toBeFocused()
      await expect(page.getByLabel('Bio')).toHaveValue('I collect prompts.')
    }
  })

  await test.step('the bio and the links have messages and a counter', async () => {
    await username.fill(generateUsername())
    await page.getByLabel('Bio').fill('ä'.repeat(201))
    await expect(page.getByText('201/200')).toBeVisible()
    await page.getByLabel('Website').fill('not an address')
    await page.getByLabel('X / Twitter').fill('javascript:alert(1)')
    await page.getByLabel('LinkedIn').fill('linkedin')
    await submit()
    for (const message of [
      'Bio must be at most 200 characters',
      'Please enter a valid website URL',
      'Please enter a valid X/Twitter URL',
      'Please enter a valid LinkedIn URL',
    ])
      await expect(page.getByText(message)).toBeVisible()
    await expect(page).toHaveURL('/complete-profile')
  })

  const name = generateUsername()
  await test.step('a reload keeps the entered text', async () => {
    for (const link of ['Website', 'X / Twitter', 'LinkedIn']) await page.getByLabel(link).fill('')
    await username.fill(name)
    await page.getByLabel('Bio').fill('Half a sentence')
    await page.reload()
    await expect(username).toHaveValue(name)
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence')
    await submit()
    await expect(page).toHaveURL('/')
    const [row] = await getSiteSql()`select bio, profile_completed from users where username = ${name}`
    expect(row).toMatchObject({ bio: 'Half a sentence', profileCompleted: true })
  })

  await test.step('the new member picks topics and continues with their posts', async () => {
    await page.getByRole('button', { name: 'Pick topics' }).click()
    await expect(page).toHaveURL('/?feed=following')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    const topic = page
      .getByRole('list', { name: 'Topics to follow' })
      .getByRole('button', { name: 'Learning', exact: true })
    await topic.click()
    await expect(topic).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('members with a complete profile are redirected to the home page', async () => {
    await page.goto('/complete-profile')
    await expect(page).toHaveURL('/')
  })
})
