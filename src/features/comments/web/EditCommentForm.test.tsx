import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildComment } from '#tests/components/samples.ts'
import EditCommentForm from './EditCommentForm.tsx'

const comment = buildComment({ content: 'It rhymes' })

const Page = () => {
  const [state, setState] = useState<'open' | 'saving' | 'closed'>('open')
  return (
    <article id="comment-5" tabIndex={-1} aria-label="The comment">
      {state !== 'closed' && (
        <EditCommentForm comment={comment} isSaving={state === 'saving'} onChange={setState} />
      )}
      <output>{state}</output>
    </article>
  )
}

const setUp = async (api: FakeApi = {}) => {
  const rendered = await renderComponent(<Page />, { user: buildMember(), api })
  const { screen } = rendered
  return {
    ...rendered,
    field: screen.getByRole('textbox', { name: 'Edit your comment' }),
    isClosed: () => expect.element(screen.getByText('closed')).toBeInTheDocument(),
  }
}

describe('The form that edits a comment', () => {
  it('starts with the focus behind the text, and saves with Ctrl and Enter', async () => {
    const { screen, field, writes, isClosed } = await setUp({
      'PATCH /api/comments/5': () => ({ body: buildComment({ content: 'It rhymes well' }) }),
    })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard(' well{Control>}{Enter}{/Control}')
    await isClosed()
    expect(writes()).toEqual([
      { method: 'PATCH', url: '/api/comments/5', body: { content: 'It rhymes well' } },
    ])
    await expect.element(screen.getByText('Comment saved')).toBeInTheDocument()
    await expect.element(screen.getByRole('article')).toHaveFocus()
  })

  it('sends nothing if nothing has changed', async () => {
    const { screen, writes, isClosed } = await setUp()
    await screen.getByRole('button', { name: 'Save' }).click()
    await isClosed()
    expect(writes()).toEqual([])
  })

  it('reopens with the text and the error if saving fails', async () => {
    const { screen, field } = await setUp({
      'PATCH /api/comments/5': () => ({ status: 403, body: { message: 'Too late' } }),
    })
    await field.fill('Better')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(field).toHaveAccessibleDescription('Too late')
    await expect.element(field).toHaveValue('Better')
    await expect.element(screen.getByText('open', { exact: true })).toBeInTheDocument()
  })

  it('cannot be saved empty', async () => {
    const { screen, field, writes } = await setUp()
    await field.fill('  ')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(field).toHaveAccessibleDescription('Comment cannot be empty')
    expect(writes()).toEqual([])
  })

  it('closes at once with Escape if nothing has changed', async () => {
    const { field, isClosed } = await setUp()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await isClosed()
  })

  it('asks before it discards changes, and restores them until then', async () => {
    const { screen, field } = await setUp()
    await field.fill('Better')
    await userEvent.keyboard('{Escape}')
    const dialog = screen.getByRole('dialog', { name: 'Discard your changes?' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(field).toHaveValue('Better')
    await screen.unmount()

    const again = await setUp()
    await expect.element(again.field).toHaveValue('Better')
    await again.screen.getByRole('button', { name: 'Cancel' }).click()
    await again.screen.getByRole('button', { name: 'Discard changes' }).click()
    await again.isClosed()
    await again.screen.unmount()

    const last = await setUp()
    await expect.element(last.field).toHaveValue('It rhymes')
  })
})
