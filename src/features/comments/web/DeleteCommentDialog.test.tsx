import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildComment } from '#tests/components/samples.ts'
import DeleteCommentDialog from './DeleteCommentDialog.tsx'

const setUp = async (api: FakeApi) => {
  const onClose = vi.fn()
  const rendered = await renderComponent(<DeleteCommentDialog comment={buildComment()} onClose={onClose} />, {
    user: buildMember(),
    api,
  })
  const dialog = rendered.screen.getByRole('dialog', { name: 'Delete this comment?' })
  return { ...rendered, onClose, remove: dialog.getByRole('button', { name: 'Delete' }) }
}

describe('The dialog that deletes a comment', () => {
  it('deletes once, and says so', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, remove, writes, onClose } = await setUp({
      'DELETE /api/comments/5': () => response.promise,
    })
    await remove.click()
    await expect.element(screen.getByRole('button', { name: 'Deleting…' })).toBeDisabled()
    expect(onClose).not.toHaveBeenCalled()
    response.resolve({ body: {} })
    await expect.element(screen.getByText('Comment deleted').first()).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(writes()).toEqual([{ method: 'DELETE', url: '/api/comments/5', body: undefined }])
  })

  it('counts a comment that is gone already as deleted', async () => {
    const { screen, remove } = await setUp({ 'DELETE /api/comments/5': () => ({ status: 404 }) })
    await remove.click()
    await expect.element(screen.getByText('Comment deleted').first()).toBeVisible()
  })

  it('stays open after an error, so that one can try again', async () => {
    const { screen, remove, onClose } = await setUp({
      'DELETE /api/comments/5': () => ({ status: 503, body: { message: 'The site is busy' } }),
    })
    await remove.click()
    await expect.element(screen.getByText('The site is busy').first()).toBeVisible()
    await expect.element(remove).toBeEnabled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('sends nothing when it is cancelled', async () => {
    const { remove, writes, onClose } = await setUp({})
    await expect.element(remove).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    expect(writes()).toEqual([])
  })
})
