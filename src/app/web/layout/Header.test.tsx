import { afterEach, expect, it, vi } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { Header } from './Header.tsx'
import { WaitingCounts } from './WaitingCounts.tsx'

const setUp = (roles: { isAdmin?: boolean; isModerator?: boolean }) => {
  const user = buildMember(roles)
  return renderComponent(
    <>
      <Header menuOpen={false} prepareMenu={() => {}} onOpenMenu={() => {}} />
      <WaitingCounts user={user} />
    </>,
    {
      user,
      api: {
        'GET /api/notifications/unread-count': () => ({ body: { count: 0 } }),
        'GET /api/admin/waiting': () => ({ body: { requests: 1, feedback: 1, ads: 0, contact: 1 } }),
        'GET /api/moderation/waiting': () => ({
          body: { cases: roles.isModerator ? 3 : 0, appeals: 1, accounts: roles.isModerator ? 1 : 0 },
        }),
      },
    },
  )
}
const searchAt = async (url: string) => {
  const { screen } = await renderComponent(
    <Header menuOpen={false} prepareMenu={() => {}} onOpenMenu={() => {}} />,
    { url },
  )
  return screen.getByRole('combobox', { name: 'Search', exact: true })
}
const waitingRequests = (requests: { url: string }[]) => requests.filter(({ url }) => /\/waiting$/.test(url))

it('tells an admin what waits, on the avatar and in its menu', async () => {
  const { screen } = await setUp({ isAdmin: true })
  const name = 'Account menu, 3 waiting in the admin panel, 1 waiting in moderation'
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Admin Panel (3 waiting)' })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Moderation (1 waiting)' })).toBeVisible()
})

it('tells a moderator only what waits in the queue', async () => {
  const { screen, requests } = await setUp({ isModerator: true })
  await screen.getByRole('button', { name: 'Account menu, 5 waiting in moderation' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Moderation (5 waiting)' })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: /Admin/ })).not.toBeInTheDocument()
  expect(waitingRequests(requests)).toHaveLength(1)
})

afterEach(() => void vi.useRealTimers())

it('shows within half a minute what has come since, also in a tab that has been open for long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const user = buildMember({ isAdmin: true })
  let requests = 0
  let cases = 0
  const { screen } = await renderComponent(
    <>
      <Header menuOpen={false} prepareMenu={() => {}} onOpenMenu={() => {}} />
      <WaitingCounts user={user} />
    </>,
    {
      user,
      api: {
        'GET /api/notifications/unread-count': () => ({ body: { count: 0 } }),
        'GET /api/admin/waiting': () => ({
          body: { requests, feedback: 1, ads: 0, contact: 0, approvals: 0 },
        }),
        'GET /api/moderation/waiting': () => ({ body: { cases, appeals: 1, accounts: 0 } }),
      },
    },
  )
  const menu = (name: string) => screen.getByRole('button', { name, exact: true })
  await expect
    .element(menu('Account menu, 1 waiting in the admin panel, 1 waiting in moderation'))
    .toBeVisible()
  requests = 2
  cases = 3
  vi.advanceTimersByTime(30_000)
  await expect
    .element(menu('Account menu, 3 waiting in the admin panel, 4 waiting in moderation'))
    .toBeVisible()
})

it('does not ask for ordinary members', async () => {
  const { screen, requests } = await setUp({})
  await expect.element(screen.getByRole('button', { name: 'Account menu', exact: true })).toBeVisible()
  await expect.poll(() => requests.some(({ url }) => url.includes('unread-count'))).toBe(true)
  expect(waitingRequests(requests)).toEqual([])
})

it('shows the query of a search of the site', async () => {
  await expect.element(await searchAt('/?q=fog')).toHaveValue('fog')
})

it('leaves the search field empty on a page that has its own search', async () => {
  await expect.element(await searchAt('/bookmarks?q=fog')).toHaveValue('')
})
