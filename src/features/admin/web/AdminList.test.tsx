import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import type { RowTotals } from '../contract-totals.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow } from './AdminRow.tsx'
import { type AdminPanelState, PAGE_SIZE } from './panel-state.ts'

type Row = { id: number; name: string }

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Row ${index + 1}` }))

const columns = [
  { label: 'Name', sorts: ['name', 'name-desc'], isAscending: true },
  { label: 'Posts', sorts: ['posts', 'posts-asc'], isNumber: true, sum: 'posts' },
  { label: 'Description' },
] as const

const setUp = async (
  load: () => Promise<Row[]>,
  state: Partial<AdminPanelState> = {},
  totals: RowTotals = { count: 1, isMore: false, sums: {} },
) => {
  await page.viewport(1440, 900)
  const loadPage = vi.fn(load)
  const rendered = await renderComponent(
    <AdminList
      panelState={{ tab: 'topics', q: '', sort: '', page: 1, density: 'compact', ...state }}
      columns={columns}
      defaultSort="name"
      load={loadPage}
      idOf={({ id }: Row) => id}
    >
      {({ name }) => (
        <AdminRow label={name} title={name} cells={[{ label: 'Posts', value: 7, isNumber: true }]}>
          Ropes
        </AdminRow>
      )}
    </AdminList>,
    { api: { 'GET /api/admin/totals/topics': () => ({ body: totals }) } },
  )
  return { ...rendered, loadPage, href: () => rendered.navigation.location.href }
}

describe('A list of the admin panel', () => {
  it('loads its page, and links to the next one only if this one is full', async () => {
    const { screen, loadPage } = await setUp(
      async () => rows(PAGE_SIZE),
      { q: 'ada', page: 2 },
      { count: 120, isMore: false, sums: {} },
    )
    await expect.element(screen.getByRole('row', { name: /^Row/ })).toHaveLength(PAGE_SIZE)
    const expected = { limit: PAGE_SIZE, offset: PAGE_SIZE, q: 'ada', sort: 'name' }
    expect(loadPage).toHaveBeenCalledExactlyOnceWith(expected)
    const link = (name: string) => screen.getByRole('link', { name })
    await expect.element(link('Previous')).toHaveAttribute('href', '/admin?tab=topics&q=ada')
    await expect.element(link('Next')).toHaveAttribute('href', '/admin?tab=topics&q=ada&page=3')
    await expect.element(screen.getByText('Page 2 of 3')).toBeVisible()
  })

  it('is a table whose columns sort it in both directions, and keep the search and the density', async () => {
    const { screen, loadPage } = await setUp(async () => rows(3), {
      q: 'ada',
      sort: 'posts',
      page: 2,
      density: 'comfortable',
    })
    const column = (name: string | RegExp) => screen.getByRole('columnheader', { name })
    await expect.element(column('Posts (descending)')).toHaveAttribute('aria-sort', 'descending')
    await expect.element(column('Name')).not.toHaveAttribute('aria-sort')
    await expect.element(column('Description').getByRole('link')).not.toBeInTheDocument()
    expect(loadPage.mock.calls).toEqual([[expect.objectContaining({ sort: 'posts' })]])
    const href = (name: string | RegExp) => column(name).getByRole('link').element().getAttribute('href')
    expect(href(/^Posts/)).toBe('/admin?tab=topics&q=ada&sort=posts-asc&view=comfortable')
    expect(href('Name')).toBe('/admin?tab=topics&q=ada&view=comfortable')
    const cells = screen.getByRole('row', { name: 'Row 1' }).getByRole('cell')
    await expect.element(cells.nth(1)).toHaveTextContent('7')
    await expect.element(cells.nth(2)).toHaveTextContent('Ropes')
  })

  it('says how many rows match, and what their columns add up to', async () => {
    const sums = { count: 1_200, isMore: false, sums: { posts: 34_567 } }
    const { screen } = await setUp(async () => rows(2), {}, sums)
    await expect.element(screen.getByText('1,200 topics')).toBeVisible()
    const total = screen.getByRole('row', { name: /^Total/ })
    await expect.element(total.getByRole('cell').nth(0)).toHaveTextContent('Posts 34,567')
    await screen.unmount()
    const many = await setUp(async () => rows(2), {}, { count: 10_000, isMore: true, sums: {} })
    await expect.element(many.screen.getByText('More than 10,000 topics')).toBeVisible()
    await expect.element(many.screen.getByText('Total')).not.toBeInTheDocument()
  })

  it('has rows of two heights', async () => {
    const heightOf = async (density: 'compact' | 'comfortable') => {
      const { screen } = await setUp(async () => rows(2), { density })
      const other = density === 'compact' ? 'Comfortable rows' : 'Compact rows'
      await expect.element(screen.getByRole('link', { name: other })).toBeVisible()
      const row = screen.getByRole('row', { name: 'Row 1' })
      await expect.element(row).toBeVisible()
      const { height } = row.element().getBoundingClientRect()
      await screen.unmount()
      return height
    }
    expect(await heightOf('compact')).toBeLessThanOrEqual(28)
    expect(await heightOf('comfortable')).toBeGreaterThanOrEqual(40)
  })

  it('has no pages if everything fits on the first', async () => {
    const { screen } = await setUp(async () => rows(2))
    await expect.element(screen.getByText('Row 2')).toBeVisible()
    await expect.element(screen.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
  })

  it('searches from the first page', async () => {
    const { screen, href } = await setUp(async () => rows(1), { q: 'ada', page: 2 })
    const field = screen.getByRole('searchbox')
    await expect.element(field).toHaveValue('ada')
    await field.fill('  grace ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(href).toBe('/admin?tab=topics&q=grace')
  })

  it('tells an empty list from a search without matches and from a page beyond the last', async () => {
    const empty = await setUp(async () => [])
    await expect.element(empty.screen.getByText('No topics yet')).toBeVisible()
    await empty.screen.unmount()
    const noMatches = await setUp(async () => [], { q: 'ada' })
    await expect.element(noMatches.screen.getByText('No matches')).toBeVisible()
    await noMatches.screen.getByRole('link', { name: 'Show all' }).click()
    await expect.poll(noMatches.href).toBe('/admin?tab=topics')
    await noMatches.screen.unmount()
    const beyond = await setUp(async () => [], { q: 'ada', page: 9 })
    await beyond.screen.getByRole('link', { name: 'Go to the first page' }).click()
    await expect.poll(beyond.href).toBe('/admin?tab=topics&q=ada')
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
