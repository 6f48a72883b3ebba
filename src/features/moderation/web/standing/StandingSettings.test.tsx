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
    waitingPosts: [
      {
        postId: 7,
        title: 'A haiku',
        restriction: 'waiting',
        position: 3,
        findings: ['The first post of a newcomer with a link'],
      },
    ],
  })
  await expect.element(screen.getByText('You are a newcomer.')).toBeVisible()
  await expect.element(screen.getByText('4 of 10')).toBeVisible()
  await expect.element(screen.getByText(/5 public posts, 20 comments/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'A haiku' })).toBeVisible()
  await expect.element(screen.getByText('waits for a first look by a moderator.')).toBeVisible()
  await expect.element(screen.getByText('Place 3 in the queue.')).toBeVisible()
  await expect.element(screen.getByText('The first post of a newcomer with a link')).toBeVisible()
})

it('tells a regular why readers do not see their posts', async () => {
  const common = { position: null, findings: [] }
  const screen = await show({
    level: 'regular',
    next: null,
    limits: null,
    waitingPosts: [
      { ...common, postId: 7, title: 'A haiku', restriction: 'hidden' },
      { ...common, postId: 8, title: 'A sonnet', restriction: 'reported', position: 1 },
    ],
  })
  await expect.element(screen.getByText('is hidden until you edit it.')).toBeVisible()
  await expect
    .element(screen.getByText('was reported, and waits for a decision by a moderator.'))
    .toBeVisible()
})

it('tells a regular nothing about limits', async () => {
  const screen = await show({ level: 'regular', next: null, limits: null, waitingPosts: [] })
  await expect.element(screen.getByText(/You are a regular/)).toBeVisible()
  expect(screen.container.textContent).not.toContain('within 24 hours')
})
