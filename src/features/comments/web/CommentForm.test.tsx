import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CurrentUser } from '#core/current-user.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildComment } from '#tests/components/samples.ts'
import { CommentForm } from './CommentForm.tsx'

const form = <CommentForm postId={7} parentId={null} label="Add a comment" />

const setUp = async (api: FakeApi = {}, user: CurrentUser | null = buildMember()) => {
  const rendered = await renderComponent(form, { user, api })
  const { screen } = rendered
  return {
    ...rendered,
    field: screen.getByRole('textbox', { name: 'Add a comment' }),
    submit: screen.getByRole('button', { name: user ? 'Comment' : 'Sign in to comment' }),
  }
}

const PageThatOneLeaves = () => {
  const [isThere, setThere] = useState(true)
  return (
    <>
      {isThere && form}
      <button type="button" onClick={() => setThere(false)}>
        Leave
      </button>
    </>
  )
}

describe('The comment form', () => {
  it.for(['Control', 'Meta'])('posts with %s and Enter, and empties the field', async (modifier) => {
    const { screen, field, writes } = await setUp({
      'POST /api/comments': () => ({ body: buildComment({ content: 'Nice' }) }),
    })
    await field.fill('  Nice  ')
    await userEvent.keyboard(`{${modifier}>}{Enter}{/${modifier}}`)
    await expect.element(screen.getByText('Comment posted')).toBeInTheDocument()
    await expect.element(field).toHaveValue('')
    expect(writes()).toEqual([
      {
        method: 'POST',
        url: '/api/comments',
        body: { postId: 7, content: 'Nice', requestKey: expect.any(String) },
      },
    ])
  })

  it('sends the id of the comment that it answers, and closes', async () => {
    let isClosed = false
    const { screen, writes } = await renderComponent(
      <CommentForm postId={7} parentId={5} label="Reply" onClose={() => (isClosed = true)} />,
      { user: buildMember(), api: { 'POST /api/comments': () => ({ body: buildComment({ parentId: 5 }) }) } },
    )
    await expect.element(screen.getByRole('textbox', { name: 'Reply' })).toHaveFocus()
    await userEvent.keyboard('Yes')
    await screen.getByRole('button', { name: 'Reply' }).click()
    await expect.poll(() => isClosed).toBe(true)
    expect(writes()[0]?.body).toMatchObject({ parentId: 5, content: 'Yes' })
  })

  it('sends once, however often one submits', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, field, writes } = await setUp({ 'POST /api/comments': () => response.promise })
    await field.fill('Nice')
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await expect.element(screen.getByRole('button', { name: 'Posting…' })).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    response.resolve({ body: buildComment() })
    await expect.element(screen.getByText('Comment posted')).toBeInTheDocument()
    expect(writes()).toHaveLength(1)
  })

  it('keeps the text after an error, and sends the same key again', async () => {
    let status = 503
    const { field, submit, writes } = await setUp({
      'POST /api/comments': () => ({ status, body: { ...buildComment(), message: 'The site is busy' } }),
    })
    await field.fill('Nice')
    await submit.click()
    await expect.element(field).toHaveAccessibleDescription('The site is busy')
    await expect.element(field).toHaveValue('Nice')
    status = 200
    await submit.click()
    await expect.element(field).toHaveValue('')
    const [first, second] = writes().map(({ body }) => body as { requestKey: string })
    expect(second?.requestKey).toBe(first?.requestKey)
  })

  it('says that posting has failed if a proxy answers with a page of its own', async () => {
    const { field, submit } = await setUp({
      'POST /api/comments': () => ({ status: 502, body: '<h1>Bad gateway</h1>' }),
    })
    await field.fill('Nice')
    await submit.click()
    await expect.element(field).toHaveAccessibleDescription(/^Failed to post your comment/)
    await expect.element(field).toHaveValue('Nice')
  })

  it('links to the comment that says the same', async () => {
    const { screen, field, submit } = await setUp({
      'POST /api/comments': () => ({
        status: 409,
        body: { message: 'You already posted this', conflictUrl: '/post/7/comment/4' },
      }),
    })
    await field.fill('Nice')
    await submit.click()
    const link = screen.getByRole('link', { name: 'View the first comment' })
    await expect.element(link).toHaveAttribute('href', '/post/7/comment/4')
    await field.fill('Nicer')
    await expect.element(link).not.toBeInTheDocument()
  })

  it('restores the draft of this member only', async () => {
    const { screen, field } = await setUp()
    await field.fill('Half a thou')
    await screen.unmount()
    const again = await renderComponent(form, { user: buildMember() })
    const restored = again.screen.getByRole('textbox', { name: 'Add a comment' })
    await expect.element(restored).toHaveValue('Half a thou')
    await again.screen.unmount()
    const other = await renderComponent(form, { user: buildMember({ id: 2 }) })
    await expect.element(other.screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('')
  })

  it('counts down near the limit and sends nothing beyond it', async () => {
    const { screen, field, submit, writes } = await setUp()
    await field.fill('x'.repeat(9_501))
    await expect.element(screen.getByText('499 characters left')).toBeVisible()
    await field.fill('x'.repeat(10_001))
    await submit.click()
    await expect.element(field).toHaveAccessibleDescription('Comment must be at most 10000 characters')
    expect(writes()).toEqual([])
  })

  it('shows a preview, and posts from it', async () => {
    const { screen, field, submit, writes } = await setUp({
      'POST /api/comments': () => ({ body: buildComment() }),
    })
    await field.fill('**Nice**')
    await screen.getByRole('button', { name: 'Preview' }).click()
    await expect.element(screen.getByRole('strong')).toHaveTextContent('Nice')
    await submit.click()
    await expect.poll(() => writes()[0]?.body).toMatchObject({ content: '**Nice**' })
  })

  it('asks a visitor to sign in, and hands over the text', async () => {
    const { field, submit, writes, signInRequest } = await setUp({}, null)
    await field.fill('Nice')
    await submit.click()
    await expect
      .poll(signInRequest)
      .toMatchObject({ reason: 'comment', action: { kind: 'comment', postId: 7, content: 'Nice' } })
    expect(writes()).toEqual([])
  })

  it('tells a muted member why they cannot comment, and lets them discard their draft', async () => {
    const { screen, field } = await setUp()
    await field.fill('Half a thou')
    await screen.unmount()
    const muted = await renderComponent(form, { user: buildMember({ isMuted: true }) })
    const notice = muted.screen.getByText(/^Your account is muted/)
    await expect.element(notice).toBeVisible()
    await expect.element(muted.screen.getByRole('button', { name: 'Comment' })).toBeDisabled()
    await muted.screen.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(muted.screen.getByRole('textbox')).not.toBeInTheDocument()
    await expect.element(notice).toBeVisible()
  })

  it('tells a suspended member so, and until when', async () => {
    const user = buildMember({ isMuted: true, isSuspended: true, sanctionEndsAt: new Date('2027-05-03') })
    const { screen } = await renderComponent(form, { user })
    const text =
      "Your account is suspended until May 3, 2027. You can read, but you can't publish, comment or vote."
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('reports a failure in a toast if the form is gone', async () => {
    const response = Promise.withResolvers<{ status: number }>()
    const { screen } = await renderComponent(<PageThatOneLeaves />, {
      user: buildMember(),
      api: { 'POST /api/comments': () => response.promise },
    })
    await screen.getByRole('textbox').fill('Nice')
    await screen.getByRole('button', { name: 'Comment' }).click()
    await screen.getByRole('button', { name: 'Leave' }).click()
    response.resolve({ status: 503 })
    await expect.element(screen.getByText(/^Failed to post your comment/).first()).toBeVisible()
  })
})
