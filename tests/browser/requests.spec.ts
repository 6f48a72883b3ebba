import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const sizes = [375, 1280] as const

for (const width of sizes) {
  test.describe(`at ${width} px`, { tag: width === 375 ? [] : '@full' }, () => {
    test.use({ viewport: { width, height: 800 }, expectedErrors: [/status of 409/] })

    test('a member requests a topic; an existing one is linked, and no text is lost', async ({
      page,
      context,
    }) => {
      await signIn(context)
      await openHydratedPage(page, '/leaderboard')
      if (width === 375) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Request Topic' }).filter({ visible: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Request Topic' })
      await dialog.getByRole('button', { name: 'Request topic' }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
      await expect(dialog.getByText('Description is required')).toBeVisible()
      const [topic] = await getSiteSql()<
        { name: string; slug: string }[]
      >`select name, slug from topics order by id limit 1`
      await dialog.getByLabel('Name').fill(topic?.name.toUpperCase() ?? '')
      await dialog.getByLabel('Description').fill('Something about it')
      await dialog.getByRole('button', { name: 'Request topic' }).click()
      await expect(dialog.getByText(`The topic ${topic?.name} already exists`)).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'Go to the topic' })).toHaveAttribute(
        'href',
        `/t/${topic?.slug}`,
      )
      await page.reload()
      await waitForHydration(page)
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

    test('a member sends feedback, which is kept if sending fails', { tag: '@full' }, async ({
      page,
      context,
    }) => {
      await signIn(context)
      await openHydratedPage(page, '/leaderboard')
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
      await page.unroute('**/api/feedback')
      await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
      await expect(page.getByText('Thank you for your feedback!', { exact: true })).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    test('a member requests advertising, and a visitor is asked to sign in', { tag: '@full' }, async ({
      page,
      context,
    }) => {
      await openHydratedPage(page, '/new')
      await page.getByRole('button', { name: 'Advertise here' }).first().click()
      await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
      await signIn(context)
      await openHydratedPage(page, '/new')
      await page.getByRole('button', { name: 'Advertise here' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Advertise here' })
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(dialog.getByText('Please fill in all fields')).toBeVisible()
      await dialog.getByLabel('Name').fill('Acme')
      await dialog.getByLabel('Email').fill('ads@example.org')
      await dialog.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('Request submitted', { exact: true })).toBeVisible()
    })
  })
}

for (const [open, dialogName, submit, field] of [
  ['Request Topic', 'Request Topic', 'Request topic', 'Description'],
  ['Submit Feedback', 'Submit Feedback', 'Submit', 'Your feedback'],
  ['Advertise here', 'Advertise here', 'Send request', 'Name'],
] as const)
  test.describe(`${open}, muted`, () => {
    test.use({ expectedErrors: [/status of 403/] })

    test('explains the mute immediately or with the response, and keeps the text', { tag: '@full' }, async ({
      page,
      context,
    }) => {
      const username = await signIn(context)
      await openHydratedPage(page, '/new')
      const press = () => page.getByRole('button', { name: open }).filter({ visible: true }).first().click()
      await press()
      const dialog = page.getByRole('dialog', { name: dialogName })
      await expect(dialog.getByLabel(field)).toBeVisible()
      for (const box of await dialog.getByRole('textbox').all()) await box.fill('ads@example.org')
      await getSiteSql()`update users set is_muted = true where username = ${username}`
      const button = dialog.getByRole('button', { name: submit, exact: true })
      await button.click()
      const seen = async () => {
        await expect(dialog.getByText(/^Your account is muted\. You can read/)).toBeVisible()
        await expect(dialog.getByRole('alert')).toHaveCount(0)
        await expect(button).toBeDisabled()
        await expect(dialog.getByLabel(field)).toHaveValue('ads@example.org')
        await expect(dialog.getByLabel(field)).toHaveAttribute('readonly')
      }
      await seen()
      await page.reload()
      await waitForHydration(page)
      await press()
      await seen()
    })
  })

test("opens the sidebar's dialogs for members only", { tag: '@full' }, async ({ page }) => {
  await page.goto('/leaderboard')
  await expect(page.getByRole('button', { name: 'Submit Feedback' })).toHaveCount(0)
})
