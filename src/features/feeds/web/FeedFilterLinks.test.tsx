import { describe, expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { EmptyFeedNotice } from './EmptyFeedNotice.tsx'
import { FeedFilterLinks } from './FeedFilterLinks.tsx'
import { type FeedFilters, parseFeedFilters } from './filter-params.ts'

const trending: FeedFilters = { types: ['Code'], models: [], sortBy: 'top', window: 'month' }

describe('The period of trending posts', () => {
  it('is chosen by links that keep the other filters', async () => {
    const filters = { ...trending, window: 'week' as const }
    const { screen, navigation } = await renderComponent(
      <FeedFilterLinks path="/popular" filters={filters} window="week" usualSort="top" />,
    )
    await screen.getByText('This week').first().click()
    const list = screen.getByRole('list', { name: 'Period' })
    await expect
      .element(list.getByRole('link', { name: 'This week' }))
      .toHaveAttribute('aria-current', 'true')
    await expect
      .element(list.getByRole('link', { name: 'This month' }))
      .toHaveAttribute('href', '/popular?types=Code&window=month')
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

  it('is chosen only by a known one in the URL of a feed sorted by top', () => {
    expect(parseFeedFilters({}, 'top').window).toBeUndefined()
    expect(parseFeedFilters({ window: 'decade' }, 'top').window).toBeUndefined()
    expect(parseFeedFilters({ window: 'year' }, 'top').window).toBe('year')
    expect(parseFeedFilters({ window: 'year', sortBy: 'new' }, 'top').window).toBeUndefined()
  })

  it('stays unchosen in the links of types, so that each type has its own default', async () => {
    const { screen } = await renderComponent(
      <FeedFilterLinks
        path="/popular"
        filters={{ types: [], models: [], sortBy: 'top' }}
        window="year"
        usualSort="top"
      />,
    )
    await expect
      .element(screen.getByRole('link', { name: 'Code' }))
      .toHaveAttribute('href', '/popular?types=Code')
    await expect.element(screen.getByText('This year').first()).toBeVisible()
  })

  it.each([
    ['day', 'Show the past week', 'week'],
    ['week', 'Show the past month', 'month'],
    ['month', 'Show the past year', 'year'],
    ['year', 'Show all time', 'all'],
  ] as const)('offers the next longer one if the chosen %s is empty', async (window, label, longer) => {
    const { screen } = await renderComponent(
      <EmptyFeedNotice path="/popular" filters={{ ...trending, window }} usualSort="top" />,
    )
    await expect.element(screen.getByText('No posts found.', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: label }))
      .toHaveAttribute('href', `/popular?types=Code&window=${longer}`)
  })
})
