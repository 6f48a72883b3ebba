import { describe, expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { EmptyFeedNotice } from './EmptyFeedNotice.tsx'
import { FeedFilterLinks } from './FeedFilterLinks.tsx'
import { type FeedFilters, parseFeedFilters } from './filter-params.ts'

const trending: FeedFilters = { types: ['Code'], models: [], sortBy: 'top', window: 'month' }
const defaults = { sortBy: 'top', window: 'month' } as const

describe('The period of trending posts', () => {
  it('is chosen by links that keep the other filters and omit the default', async () => {
    const filters = { ...trending, window: 'week' as const }
    const { screen, navigation } = await renderComponent(
      <FeedFilterLinks path="/popular" filters={filters} usualSort="top" />,
    )
    await screen.getByText('This week').first().click()
    const list = screen.getByRole('list', { name: 'Period' })
    await expect
      .element(list.getByRole('link', { name: 'This week' }))
      .toHaveAttribute('aria-current', 'true')
    await expect
      .element(list.getByRole('link', { name: 'This month' }))
      .toHaveAttribute('href', '/popular?types=Code')
    await list.getByRole('link', { name: 'All time' }).click()
    await expect.poll(() => navigation.location.search).toEqual({ types: 'Code', window: 'all' })
    await expect.element(list).not.toBeInTheDocument()
  })

  it('is not offered for a feed sorted by new', async () => {
    const { screen } = await renderComponent(
      <FeedFilterLinks
        path="/"
        filters={{ types: ['Code'], models: [], sortBy: 'new' }}
        usualSort="new"
        topLabel="Top"
      />,
    )
    await expect
      .element(screen.getByRole('link', { name: 'Top' }))
      .toHaveAttribute('href', '/?types=Code&sortBy=top')
  })

  it('is the default of the site if the URL has none or an unknown one', () => {
    expect(parseFeedFilters({}, defaults).window).toBe('month')
    expect(parseFeedFilters({ window: 'decade' }, defaults).window).toBe('month')
    expect(parseFeedFilters({ window: 'year' }, defaults).window).toBe('year')
    expect(parseFeedFilters({ window: 'year', sortBy: 'new' }, defaults).window).toBeUndefined()
  })

  it('offers the next longer one if it is empty', async () => {
    const { screen } = await renderComponent(
      <EmptyFeedNotice path="/popular" filters={trending} usualSort="top" />,
    )
    await expect.element(screen.getByText('No posts found from this month.')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Show this year' }))
      .toHaveAttribute('href', '/popular?types=Code&window=year')
  })
})
