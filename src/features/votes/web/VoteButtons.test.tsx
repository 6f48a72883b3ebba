import { describe, expect, it } from 'vitest'
import { member, renderComponent } from '#tests/components/render-component.tsx'
import { VoteButtons } from './VoteButtons.tsx'

const buttons = <VoteButtons target={{ postId: 7 }} score={3} myVote={0} />

describe('Vote buttons', () => {
  it('send the vote together with the vote that the member saw', async () => {
    const { screen, requests } = await renderComponent(buttons, {
      user: member(),
      api: { 'POST /api/votes': () => ({ body: { value: 1, score: 4 } }) },
    })
    await screen.getByRole('button', { name: 'Upvote' }).click()
    await expect
      .poll(() => requests)
      .toEqual([{ method: 'POST', url: '/api/votes', body: { postId: 7, value: 1, had: 0 } }])
  })

  it('report a failed vote', async () => {
    const { screen } = await renderComponent(buttons, {
      user: member(),
      api: { 'POST /api/votes': () => ({ status: 503, body: { message: 'The site is busy' } }) },
    })
    await screen.getByRole('button', { name: 'Downvote' }).click()
    await expect.element(screen.getByText('The site is busy').first()).toBeVisible()
  })

  it('tell a muted member why they cannot vote, and send nothing', async () => {
    const { screen, requests } = await renderComponent(buttons, { user: member({ isMuted: true }) })
    await screen.getByRole('button', { name: 'Upvote' }).click({ force: true })
    await expect.element(screen.getByText('Your account is muted').first()).toBeVisible()
    expect(requests).toEqual([])
  })
})
