import { expect, it, vi } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'

it('copies the link that it has created, and shows it until the admin is done', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const onClose = vi.fn()
  const url = 'https://prompts.example.org/identity/reset/abc'
  const { screen } = await renderComponent(
    <ResetLinkDialog user={{ id: 7, username: 'bob' }} onClose={onClose} />,
    {
      user: buildMember({ isAdmin: true }),
      api: { 'POST /api/admin/users/7/reset-link': () => ({ body: { url, endsAt: new Date() } }) },
    },
  )
  await screen.getByRole('button', { name: 'Create and copy link' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Password link for bob' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  await vi.waitFor(() => expect(write).toHaveBeenCalledExactlyOnceWith(url))
  expect(onClose).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Done' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})
