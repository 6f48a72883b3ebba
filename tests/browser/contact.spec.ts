import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

// The site of these tests sends no mail, so the answer is rejected with 409.
test.use({ expectedErrors: [/status of 409/] })

test('a visitor writes to the people who run the site, and an admin finds the message', async ({
  page,
  context,
}) => {
  await page.goto('/rules')
  await page.getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Your email').fill('ada@example.org')
  await page.getByLabel('Message').fill('Where is my post?')
  // What has been written survives a reload.
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Message')).toHaveValue('Where is my post?')
  await page.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Message sent' })).toBeVisible()

  await signIn(context, { isAdmin: true })
  await openHydratedPage(page, '/admin?tab=contact')
  const row = page.getByRole('row', { name: 'ada@example.org' })
  await expect(row).toContainText('Where is my post?')
  await row.getByRole('button', { name: 'Answer ada@example.org' }).press('Enter')
  await page.getByLabel('Your answer').fill('It is back.')
  await page.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('This site cannot send mail')
  // While an answer is being sent, its dialog cannot be closed.
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('button', { name: 'Delete ada@example.org' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(row).toHaveCount(0)
})
