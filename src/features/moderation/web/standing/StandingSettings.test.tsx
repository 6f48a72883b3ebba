import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { Standing } from '../../contract-standing.ts'
import { StandingSettings } from './StandingSettings.tsx'

const show = async (standing: Standing) => {
  const { screen } = await renderComponent(<StandingSettings />, {
    user: buildMember(),
    api: { 'GET /api/user/standing': () => ({ body: standing }) },
  })
  return screen
}

it('tells a newcomer what is missing, what is limited, and which post waits', async () => {
  const screen = await show({
    level: 'newcomer',
    next: {
      level: 'member',
      days: { has: 1, needs: 3 },
      reveals: { has: 4, needs: 10 },
      upvotes: { has: 0, needs: 3 },
      needsBoth: false,
    },
    limits: { posts: 5, comments: 20, links: 5, mentions: 10, files: 10, votes: 30, reports: 5 },
    waitingPosts: [{ postId: 7, title: 'A haiku', position: 3 }],
  })
  await expect.element(screen.getByText('You are a newcomer.')).toBeVisible()
  await expect.element(screen.getByText('4 of 10')).toBeVisible()
  await expect.element(screen.getByText(/5 public posts, 20 comments/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'A haiku' })).toBeVisible()
  await expect.element(screen.getByText('waits for a first look, at place 3 in the queue.')).toBeVisible()
})

it('tells a regular nothing about limits', async () => {
  const screen = await show({ level: 'regular', next: null, limits: null, waitingPosts: [] })
  await expect.element(screen.getByText(/You are a regular/)).toBeVisible()
  expect(screen.container.textContent).not.toContain('within a day')
})
