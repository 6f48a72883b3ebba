import { describe, expect, it } from 'vitest'
import type { LeaderboardEntry } from '#features/members/contract.ts'
import { renderComponent } from '#tests/components/render-component.tsx'
import { LeaderboardTable } from './LeaderboardTable.tsx'

const entry = (id: number, totalEngagement: number, previousEngagement?: number): LeaderboardEntry => ({
  id,
  username: `member${id}`,
  avatar: null,
  postCount: 1,
  totalUpvotes: 2,
  totalEngagement,
  ...(previousEngagement === undefined
    ? {}
    : { period: { previousEngagement, trend: [0, 1, totalEngagement] } }),
})

describe('The leaderboard', () => {
  it('says how the engagement of a period compares with the one before, and its course', async () => {
    const { screen } = await renderComponent(
      <LeaderboardTable
        window="week"
        topUsers={[entry(1, 1_200, 200), entry(2, 5, 5), entry(3, 2, 9)]}
        currentUser={null}
      />,
    )
    await expect.element(screen.getByRole('columnheader', { name: 'Trend' })).toBeVisible()
    const row = (name: string) => screen.getByRole('row').filter({ hasText: name })
    await expect.element(row('member1').getByText('1,000 more than the week before')).toBeInTheDocument()
    await expect.element(row('member1').getByText('0, 1, 1,200')).toBeInTheDocument()
    await expect.element(row('member2').getByText('As much as the week before')).toBeInTheDocument()
    await expect.element(row('member3').getByText('7 less than the week before')).toBeInTheDocument()
  })

  it('has neither for all time', async () => {
    const { screen } = await renderComponent(
      <LeaderboardTable window="all" topUsers={[entry(1, 3)]} currentUser={{ ...entry(2, 0), rank: null }} />,
    )
    await expect.element(screen.getByRole('row').filter({ hasText: 'member2' })).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'Trend' })).not.toBeInTheDocument()
    await expect.element(screen.getByText(/before/)).not.toBeInTheDocument()
  })
})
