import { expect, it, vi } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'

it('shows the link after it was created, until the admin is done', async () => {
  const onClose = vi.fn()
  const url = 'https://prompts.example.org/identity/reset/abc'
  const { screen } = await renderComponent(
    <ResetLinkDialog user={{ id: 7, username: 'bob' }} onClose={onClose} />,
    {
      user: buildMember({ isAdmin: true }),
      api: { 'POST /api/admin/users/7/reset-link': () => ({ body: { url, endsAt: new Date() } }) },
    },
  )
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Password link for bob' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  expect(onClose).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Done' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})
