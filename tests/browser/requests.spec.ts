import { NONE, violationsInBothThemes } from './support/axe.ts'
import { signIn, siteSql } from './support/members.ts'
import { expect, test } from './support/test.ts'

const sizes = [375, 1280] as const

for (const width of sizes) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, expectedErrors: [/status of 409/] })

    test('a member asks for a topic; one that exists is linked to, and nothing typed is lost', async ({
      page,
      context,
    }) => {
      await signIn(context)
      await page.goto('/leaderboard')
      if (width === 375) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Request Topic' }).filter({ visible: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Request Topic' })
      await dialog.getByRole('button', { name: 'Request topic' }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
      await expect(dialog.getByText('Description is required')).toBeVisible()
      const [topic] = await siteSql()<
        { name: string; slug: string }[]
      >`select name, slug from topics order by id limit 1`
      await dialog.getByLabel('Name').fill(topic?.name.toUpperCase() ?? '')
      await dialog.getByLabel('Description').fill('Something about it')
      expect(await violationsInBothThemes(page)).toEqual(NONE)
      await dialog.getByRole('button', { name: 'Request topic' }).click()
      await expect(dialog.getByText(`There is already a topic ${topic?.name}`)).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'Go to the topic' })).toHaveAttribute(
        'href',
        `/t/${topic?.slug}`,
      )
      await page.reload()
      if (width === 375) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Request Topic' }).filter({ visible: true }).click()
      await expect(dialog.getByLabel('Description')).toHaveValue('Something about it')
      await dialog.getByLabel('Name').fill(`Beekeeping ${width}`)
      await dialog.getByRole('button', { name: 'Request topic' }).click()
      await expect(
        page.getByText('An admin will review your request shortly.', { exact: true }),
      ).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    test('a member sends feedback; a failure keeps it', async ({ page, context }) => {
      await signIn(context)
      await page.goto('/leaderboard')
      if (width === 375) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Submit Feedback' }).filter({ visible: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Submit Feedback' })
      await dialog.getByLabel('Your feedback').fill('Lovely 🦆')
      await expect(dialog.getByText('8/1000')).toBeVisible()
      await page.route('**/api/feedback', (route) =>
        route.fulfill({ status: 409, body: '{"message":"Not just now"}' }),
      )
      await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
      await expect(dialog.getByText('Not just now')).toBeVisible()
      expect(await violationsInBothThemes(page)).toEqual(NONE)
      await page.unroute('**/api/feedback')
      await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
      await expect(page.getByText('Thank you for your feedback!', { exact: true })).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    test('a member asks for advertising, a visitor is asked to sign in', async ({ page, context }) => {
      await page.goto('/new')
      await page.getByRole('button', { name: 'Advertise here' }).first().click()
      await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
      await signIn(context)
      await page.goto('/new')
      await page.getByRole('button', { name: 'Advertise here' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Advertise here' })
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(dialog.getByText('Please fill in all fields')).toBeVisible()
      await dialog.getByLabel('Name').fill('Acme')
      await dialog.getByLabel('Email').fill('ads@example.org')
      expect(await violationsInBothThemes(page)).toEqual(NONE)
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('Request submitted', { exact: true })).toBeVisible()
    })
  })
}

test('the dialogs of the sidebar are for members alone', async ({ page }) => {
  await page.goto('/leaderboard')
  await expect(page.getByRole('button', { name: 'Submit Feedback' })).toHaveCount(0)
})
