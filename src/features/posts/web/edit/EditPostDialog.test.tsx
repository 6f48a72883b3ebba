import { describe, expect, it, vi } from 'vitest'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard, buildPostPage } from '#tests/components/samples.ts'
import EditPostDialog from './EditPostDialog.tsx'

const post = {
  id: 7,
  title: 'A haiku',
  description: 'About rain',
  prompt: 'Write a haiku',
  models: ['chatgpt', 'claude'],
  exampleFiles: ['/media/a.webp', '/media/b.webp'],
}

const setUp = async (api: FakeApi = {}) => {
  const onClose = vi.fn()
  const rendered = await renderComponent(<EditPostDialog user={buildMember()} id={7} onClose={onClose} />, {
    user: buildMember(),
    api: {
      'GET /api/posts/7': () => ({ body: buildPostPage(post) }),
      'PATCH /api/posts/7': ({ body }) => ({ body: buildPostCard({ ...post, ...(body as object) }) }),
      ...api,
    },
  })
  const { screen, writes } = rendered
  return {
    ...rendered,
    onClose,
    title: screen.getByRole('textbox', { name: 'Title' }),
    save: screen.getByRole('button', { name: 'Save changes' }),
    sent: () => writes().map(({ body }) => body),
  }
}

describe('The dialog that edits a post', () => {
  it('sends only the changed fields', async () => {
    const { screen, title, save, sent, onClose } = await setUp()
    await expect.element(title).toHaveValue('A haiku')
    await title.fill('A sonnet')
    await screen.getByRole('button', { name: 'Remove File 1' }).click()
    await save.click()
    await expect.element(screen.getByText('Post updated successfully').first()).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(sent()).toEqual([{ title: 'A sonnet', exampleFiles: ['/media/b.webp'] }])
  })

  it('sends nothing if nothing has changed', async () => {
    const { save, sent, onClose } = await setUp()
    await save.click()
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    expect(sent()).toEqual([])
  })

  it('shows the topic, but does not let one change it', async () => {
    const { screen } = await setUp()
    const topic = screen.getByRole('textbox', { name: 'Topic' })
    await expect.element(topic).toHaveValue('Poems')
    await expect.element(topic).toHaveAttribute('readonly')
  })

  it('stays open after an error, with the text', async () => {
    const { screen, title, save, onClose } = await setUp({
      'PATCH /api/posts/7': () => ({ status: 503, body: { message: 'The site is busy' } }),
    })
    await title.fill('A sonnet')
    await save.click()
    await expect.element(screen.getByRole('dialog').getByText('The site is busy')).toBeVisible()
    await expect.element(screen.getByText('Your text is saved.')).toBeVisible()
    await expect.element(title).toHaveValue('A sonnet')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('restores an unsaved draft, and discards it for the post as it is', async () => {
    const first = await setUp()
    await first.title.fill('A sonnet')
    await first.screen.unmount()

    const { screen, title, save, sent, onClose } = await setUp()
    await expect.element(screen.getByText('Draft restored')).toBeVisible()
    await expect.element(title).toHaveValue('A sonnet')
    await screen.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(title).toHaveValue('A haiku')
    await save.click()
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    expect(sent()).toEqual([])
  })

  it('offers to try again if the post cannot be loaded', async () => {
    let status = 503
    const { screen, title } = await setUp({
      'GET /api/posts/7': () => ({ status, body: buildPostPage(post) }),
    })
    await expect.element(screen.getByText("We couldn't load the post.")).toBeVisible()
    status = 200
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(title).toHaveValue('A haiku')
  })
})
