import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#core/current-user.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { createFeedApi, TestFeed } from '#tests/components/TestFeed.tsx'
import { VoteButtons } from './VoteButtons.tsx'

const setUp = async (api: FakeApi = {}, user: CurrentUser | null = buildMember()) => {
  const rendered = await renderComponent(
    <TestFeed>
      {({ id, score, myVote }) => (
        <article aria-label="Post">
          <VoteButtons target={{ postId: id }} score={score} myVote={myVote} />
        </article>
      )}
    </TestFeed>,
    { user, api: { ...createFeedApi(buildPostCard({ id: 7, score: 3 })), ...api } },
  )
  const { screen } = rendered
  return {
    ...rendered,
    post: screen.getByRole('article', { name: 'Post' }),
    up: screen.getByRole('button', { name: 'Upvote' }),
    down: screen.getByRole('button', { name: 'Downvote' }),
  }
}

describe('Vote buttons', () => {
  it('send the vote together with the vote that the member saw', async () => {
    const { screen, post, up, down, writes } = await setUp({
      'POST /api/votes': () => ({ body: { value: 1, score: 9 } }),
    })
    await expect.element(up).toHaveAttribute('aria-pressed', 'false')
    await up.click()
    await expect.element(up).toHaveAttribute('aria-pressed', 'true')
    await expect.element(down).toHaveAttribute('aria-pressed', 'false')
    await expect.element(screen.getByText('Upvoted, score 9')).toBeInTheDocument()
    await expect.element(post).toHaveTextContent('9')
    expect(writes()).toEqual([{ method: 'POST', url: '/api/votes', body: { postId: 7, value: 1, had: 0 } }])
  })

  it('show the vote before the server answers, and take no other vote until then', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, post, up, down, writes } = await setUp({ 'POST /api/votes': () => response.promise })
    await down.click()
    await expect.element(post).toHaveTextContent('2')
    await expect.element(down).toHaveAttribute('aria-pressed', 'true')
    await expect.element(up).toHaveAttribute('aria-disabled', 'true')
    await up.click({ force: true })
    response.resolve({ body: { value: -1, score: 2 } })
    await expect.element(screen.getByText('Downvoted, score 2')).toBeInTheDocument()
    await expect.element(up).toHaveAttribute('aria-disabled', 'false')
    expect(writes()).toHaveLength(1)
  })

  it('take a vote back, with the vote that they showed', async () => {
    const { screen, up, writes } = await setUp({
      ...createFeedApi(buildPostCard({ id: 7, score: 3, myVote: 1 })),
      'POST /api/votes': () => ({ body: { value: 0, score: 2 } }),
    })
    await expect.element(up).toHaveAttribute('aria-pressed', 'true')
    await up.click()
    await expect.element(screen.getByText('Vote removed, score 2')).toBeInTheDocument()
    await expect.element(up).toHaveAttribute('aria-pressed', 'false')
    expect(writes()[0]?.body).toEqual({ postId: 7, value: 1, had: 1 })
  })

  it('roll back after an error and report it', async () => {
    const response = Promise.withResolvers<{ status: number; body: unknown }>()
    const { screen, post, up } = await setUp({ 'POST /api/votes': () => response.promise })
    await up.click()
    await expect.element(post).toHaveTextContent('4')
    response.resolve({ status: 503, body: { message: 'The site is busy' } })
    await expect.element(screen.getByText('The site is busy').first()).toBeVisible()
    await expect.element(post).toHaveTextContent('3')
    await expect.element(up).toHaveAttribute('aria-pressed', 'false')
  })

  it('ask a visitor to sign in, and keep the vote for afterwards', async () => {
    const { post, down, writes, signInRequest } = await setUp({}, null)
    await expect.element(down).toHaveAccessibleDescription('Sign in to vote')
    await expect.element(down).toHaveAttribute('aria-disabled', 'true')
    await expect.element(down).toHaveStyle({ opacity: '0.55' })
    await down.click({ force: true })
    expect(signInRequest()).toEqual({ reason: 'vote', action: { kind: 'vote', postId: 7, value: -1 } })
    await expect.element(post).toHaveTextContent('3')
    expect(writes()).toEqual([])
  })

  it('of a comment are disabled for a visitor, who sees its score', async () => {
    const { screen, signInRequest } = await renderComponent(
      <article aria-label="Comment">
        <VoteButtons target={{ postId: 7, commentId: 5 }} score={12} myVote={0} />
      </article>,
      { user: null },
    )
    await expect.element(screen.getByRole('article', { name: 'Comment' })).toHaveTextContent('12')
    for (const name of ['Upvote', 'Downvote']) {
      const button = screen.getByRole('button', { name })
      await expect.element(button).toBeDisabled()
      await expect.element(button).toHaveAccessibleDescription('Sign in to vote')
      await button.click({ force: true })
    }
    expect(signInRequest()).toBeNull()
  })

  it('tell a muted member why they cannot vote, and send nothing', async () => {
    const { screen, up, writes } = await setUp({}, buildMember({ isMuted: true }))
    await up.click({ force: true })
    await expect.element(screen.getByText('Your account is muted').first()).toBeVisible()
    expect(writes()).toEqual([])
  })

  it('name the comment that they belong to', async () => {
    const { screen, writes } = await renderComponent(
      <VoteButtons target={{ postId: 7, commentId: 5 }} score={1} myVote={-1} />,
      { user: buildMember(), api: { 'POST /api/votes': () => ({ body: { value: 1, score: 3 } }) } },
    )
    await screen.getByRole('button', { name: 'Upvote' }).click()
    await expect.poll(() => writes()[0]?.body).toMatchObject({ commentId: 5, value: 1 })
  })
})
