import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { LegalNoticeForm } from './LegalNoticeForm.tsx'

const show = () =>
  renderComponent(<LegalNoticeForm url="http://localhost/post/3" />, {
    api: { 'POST /api/legal-notices': () => ({ body: { needsConfirmation: true } }) },
  })

it('shows each error at its field, and leads to the first one', async () => {
  const { screen, writes } = await show()
  await screen.getByRole('button', { name: 'Send report' }).click()
  const reason = screen.getByLabelText('What is illegal')
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription('Choose why it is illegal')
  await expect.element(screen.getByLabelText('Your name')).toHaveAccessibleDescription(/^Enter your name/)
  // The site of these tests sends no mail.
  await expect
    .element(screen.getByLabelText('Your email'))
    .toHaveAccessibleDescription(/^Please enter a valid email address Moderators can write to you there/)
  await expect
    .element(screen.getByLabelText('Your email'))
    .toHaveAccessibleDescription(/^Please enter a valid email address/)
  const goodFaith = screen.getByRole('checkbox', { name: /^I believe in good faith/ })
  await expect.element(goodFaith).toHaveAttribute('aria-invalid', 'true')
  await expect.element(goodFaith).toHaveAccessibleDescription(/^Confirm that what you write is accurate/)
  expect(writes()).toEqual([])
})

it('sends a notice, and says that its email has to be confirmed', async () => {
  const { screen, writes } = await show()
  await screen.getByLabelText('What is illegal').selectOptions('Hate speech or incitement to violence')
  await screen.getByLabelText('Why it is illegal').fill('It calls for violence against people.')
  await screen.getByLabelText('Your name').fill('Ada')
  await screen.getByLabelText('Your email').fill('ada@example.org')
  await screen.getByRole('checkbox', { name: /^I believe in good faith/ }).click()
  await screen.getByRole('button', { name: 'Send report' }).click()
  await expect.element(screen.getByText(/We have sent a mail to ada@example.org/)).toBeVisible()
  expect(writes()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Write another report' }).click()
  await expect.element(screen.getByLabelText('Your name')).toHaveValue('')
})

it('puts nothing of what was typed into an address if it is sent before its code has loaded', async () => {
  const { screen } = await show()
  await expect.poll(() => screen.container.querySelector('form')?.method).toBe('post')
})
