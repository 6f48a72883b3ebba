import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import DeletePostDialog from './DeletePostDialog.tsx'

const post = buildPostCard({ id: 7, title: 'A haiku', score: 3, commentCount: 2, bookmarkCount: 1 })

const setUp = async (api: FakeApi, url = '/') => {
  const onClose = vi.fn()
  const rendered = await renderComponent(<DeletePostDialog post={post} onClose={onClose} />, {
    user: buildMember(),
    api: { 'GET /api/posts/7/votes': () => ({ body: { count: 5 } }), ...api },
    url,
  })
  const dialog = rendered.screen.getByRole('dialog', { name: 'Delete this post?' })
  return { ...rendered, onClose, dialog, remove: dialog.getByRole('button', { name: 'Delete' }) }
}

describe('The dialog that deletes a post', () => {
  it('lists what is deleted with the post', async () => {
    const { dialog } = await setUp({})
    await expect.element(dialog).toHaveAccessibleDescription('“A haiku” will be permanently deleted, with:')
    const items = () =>
      dialog
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.poll(items).toEqual(['its 2 comments', 'its 5 votes (score 3)', 'its bookmark', 'its link'])
  })

  it('lists the score if the votes cannot be counted', async () => {
    const { dialog } = await setUp({ 'GET /api/posts/7/votes': () => ({ status: 503 }) })
    await expect.element(dialog.getByText('its votes (score 3)')).toBeVisible()
  })

  it('deletes once, says so, and stays in the list', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, remove, onClose, writes, navigation } = await setUp({
      'DELETE /api/posts/7': () => response.promise,
    })
    await remove.click()
    await expect.element(screen.getByRole('button', { name: 'Deleting…' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    response.resolve({ body: {} })
    await expect.element(screen.getByText('Post deleted successfully').first()).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(writes()).toHaveLength(1)
    expect(navigation.location.pathname).toBe('/')
  })

  it("leaves the deleted post's own page", async () => {
    const { remove, navigation } = await setUp(
      { 'DELETE /api/posts/7': () => ({ body: {} }) },
      '/t/poems/post-7',
    )
    await remove.click()
    await expect.poll(() => navigation.location.pathname).toBe('/')
  })

  it('counts a post that is gone already as deleted', async () => {
    const { screen, remove } = await setUp({ 'DELETE /api/posts/7': () => ({ status: 404 }) })
    await remove.click()
    await expect.element(screen.getByText('Post deleted successfully').first()).toBeVisible()
  })

  it('stays open after an error', async () => {
    const { screen, remove, onClose } = await setUp({ 'DELETE /api/posts/7': () => ({ status: 503 }) })
    await remove.click()
    await expect.element(screen.getByText('Failed to delete post').first()).toBeVisible()
    await expect.element(remove).toBeEnabled()
    expect(onClose).not.toHaveBeenCalled()
  })
})
