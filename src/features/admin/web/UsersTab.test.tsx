import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { AdminUserRow } from '../contract.ts'
import { parsePanelState } from './panel-state.ts'
import { UsersTab } from './UsersTab.tsx'

const row: AdminUserRow = {
  id: 7,
  username: 'marguerite_duras',
  email: 'marguerite.duras@example.org',
  avatar: null,
  isAdmin: false,
  isModerator: false,
  moderatedTopics: [],
  isMuted: false,
  muteEndsAt: null,
  isSuspended: false,
  suspensionEndsAt: null,
  profileCompleted: true,
  createdAt: new Date(),
  karma: 0,
  postCount: 12,
  privatePosts: 0,
  optimized: 0,
  totalUpvotes: 1_000,
  totalEngagement: 10_000,
  allTimeReveals: 0,
  hasSecondFactors: true,
  invitations: null,
}

const show = async (...users: Partial<AdminUserRow>[]) => {
  const rows = users.map((user, index) => ({ ...row, id: index + 1, ...user }))
  const { screen } = await renderComponent(
    // The width beside the sidebar.
    <div style={{ width: 948 }}>
      <UsersTab panelState={parsePanelState({ tab: 'users' })} />
    </div>,
    {
      user: buildMember({ isAdmin: true }),
      api: {
        'GET /api/admin/users': () => ({ body: rows }),
        'GET /api/admin/totals/users': () => ({ body: { count: rows.length, isMore: false, sums: {} } }),
        'GET /api/auth/settings': () => ({ body: { isEmbedded: true } }),
        'GET /api/topics': () => ({ body: [] }),
      },
    },
  )
  return screen
}

it('says who looks after what, and until when somebody is muted or suspended', async () => {
  const year = new Date().getUTCFullYear()
  const endsAt = new Date(Date.UTC(year, 11, 26))
  const nextYear = new Date(Date.UTC(year + 1, 0, 2))
  const screen = await show(
    { username: 'ada', isMuted: true, isSuspended: true, suspensionEndsAt: endsAt },
    { username: 'ben', isMuted: true, muteEndsAt: nextYear },
    { username: 'eve', isMuted: true },
    { username: 'max', isModerator: true },
    { username: 'tim', moderatedTopics: [3, 4] },
  )
  for (const [name, badge] of [
    ['ada', 'Suspended until Dec 26'],
    ['ben', `Muted until Jan 2, ${year + 1}`],
    ['eve', 'Muted'],
    ['max', 'Moderator'],
    ['tim', 'Moderator of 2 topics'],
  ] as const)
    await expect
      .element(screen.getByRole('row', { name }).getByText(badge, { exact: true }))
      .toBeInTheDocument()
  // Whoever is suspended cannot do more by being unmuted.
  await expect.element(screen.getByRole('button', { name: 'Unmute ben' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /ute ada$/ })).not.toBeInTheDocument()
})

it('shows every action of a row at 1280 px, the rare ones in a menu', async () => {
  await page.viewport(1280, 900)
  const suspensionEndsAt = new Date(Date.UTC(new Date().getUTCFullYear(), 11, 26))
  const screen = await show(
    { isModerator: true },
    { username: 'eve', isMuted: true, isSuspended: true, suspensionEndsAt },
  )
  const more = screen.getByRole('button', { name: 'More about marguerite_duras' })
  await expect.element(more).toBeVisible()
  const table = screen.getByRole('table').element()
  expect(table.parentElement?.scrollWidth).toBe(table.parentElement?.clientWidth)
  await more.click()
  await screen.getByRole('menuitem', { name: 'Role…' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Role of marguerite_duras' })).toBeVisible()
})
