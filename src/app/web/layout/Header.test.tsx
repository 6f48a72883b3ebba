import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { Header } from './Header.tsx'

const setUp = (isAdmin: boolean, feedback: number) =>
  renderComponent(<Header menuOpen={false} onOpenMenu={() => {}} />, {
    user: buildMember({ isAdmin }),
    api: {
      'GET /api/notifications/unread-count': () => ({ body: { count: 0 } }),
      'GET /api/admin/waiting': () => ({ body: { requests: 2, feedback, ads: 0 } }),
    },
  })
const searchAt = async (url: string) => {
  const { screen } = await renderComponent(<Header menuOpen={false} onOpenMenu={() => {}} />, { url })
  return screen.getByRole('combobox', { name: 'Search', exact: true })
}
const waitingRequests = (requests: { url: string }[]) =>
  requests.filter(({ url }) => url === '/api/admin/waiting')

it('tells an admin what waits, on the avatar and in its menu', async () => {
  const { screen } = await setUp(true, 1)
  const button = screen.getByRole('button', { name: 'Account menu, 3 waiting in the admin panel' })
  await button.click()
  await expect.element(screen.getByRole('menuitem', { name: 'Admin Panel (3 waiting)' })).toBeVisible()
})

it('does not ask for ordinary members', async () => {
  const { screen, requests } = await setUp(false, 1)
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
