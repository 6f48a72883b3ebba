import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { AdminList } from './AdminList.tsx'
import { type AdminPanelState, PAGE_SIZE } from './panel-state.ts'

type Row = { id: number; name: string }

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Row ${index + 1}` }))

const setUp = async (load: () => Promise<Row[]>, state: Partial<AdminPanelState> = {}) => {
  const loadPage = vi.fn(load)
  const rendered = await renderComponent(
    <AdminList
      panelState={{ tab: 'topics', q: '', sort: '', page: 1, ...state }}
      load={loadPage}
      idOf={({ id }: Row) => id}
    >
      {({ name }) => name}
    </AdminList>,
  )
  return { ...rendered, loadPage, page: () => rendered.navigation.location.href }
}

describe('A list of the admin panel', () => {
  it('loads its page, and links to the next one only if this one is full', async () => {
    const { screen, loadPage } = await setUp(async () => rows(PAGE_SIZE), { q: 'ada', page: 2 })
    await expect.element(screen.getByRole('listitem')).toHaveLength(PAGE_SIZE)
    expect(loadPage).toHaveBeenCalledExactlyOnceWith({ limit: PAGE_SIZE, offset: PAGE_SIZE, q: 'ada' })
    const link = (name: string) => screen.getByRole('link', { name })
    await expect.element(link('Previous')).toHaveAttribute('href', '/admin?tab=topics&q=ada')
    await expect.element(link('Next')).toHaveAttribute('href', '/admin?tab=topics&q=ada&page=3')
  })

  it('has no pages if everything fits on the first', async () => {
    const { screen } = await setUp(async () => rows(2))
    await expect.element(screen.getByText('Row 2')).toBeVisible()
    await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
  })

  it('searches from the first page', async () => {
    const { screen, page } = await setUp(async () => rows(1), { q: 'ada', page: 2 })
    const field = screen.getByRole('searchbox')
    await expect.element(field).toHaveValue('ada')
    await field.fill('  grace ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(page).toBe('/admin?tab=topics&q=grace')
  })

  it('tells an empty list from a search without matches and from a page beyond the last', async () => {
    const empty = await setUp(async () => [])
    await expect.element(empty.screen.getByText('No topics yet')).toBeVisible()
    await empty.screen.unmount()
    const noMatches = await setUp(async () => [], { q: 'ada' })
    await expect.element(noMatches.screen.getByText('No matches')).toBeVisible()
    await noMatches.screen.getByRole('link', { name: 'Show all' }).click()
    await expect.poll(noMatches.page).toBe('/admin?tab=topics')
    await noMatches.screen.unmount()
    const beyond = await setUp(async () => [], { q: 'ada', page: 9 })
    await beyond.screen.getByRole('link', { name: 'Go to the first page' }).click()
    await expect.poll(beyond.page).toBe('/admin?tab=topics&q=ada')
  })

  it('offers to try again after an error', async () => {
    let hasFailed = false
    const { screen } = await setUp(async () => {
      if (hasFailed) return rows(1)
      hasFailed = true
      throw new Error('Unavailable')
    })
    await expect.element(screen.getByText("We couldn't load this list.")).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Row 1')).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })
})
