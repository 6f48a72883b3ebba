import type { ComponentProps } from 'react'
import { describe, expect, it } from 'vitest'
import { noPostFilters, postFilterNames } from '#core/post-filters.ts'
import { renderComponent } from '#tests/components/render-component.tsx'
import { EmptyFeedNotice } from './EmptyFeedNotice.tsx'
import { FeedFilterLinks } from './FeedFilterLinks.tsx'
import { type FeedFilters, parseFeedFilters } from './filter-params.ts'

const trending: FeedFilters = { ...noPostFilters, types: ['Code'], sortBy: 'top', window: 'month' }

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
        filters={{ ...noPostFilters, types: ['Code'], sortBy: 'new' }}
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
        filters={{ ...noPostFilters, sortBy: 'top' }}
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

/** In these tests, the list never loads, so the links stay those of the first filters. */
describe('A filter that is changed while an earlier change is loading', () => {
  const setUp = async (props: Partial<ComponentProps<typeof FeedFilterLinks>> = {}) => {
    const filters: FeedFilters = { ...noPostFilters, sortBy: 'top' }
    const { screen, navigation } = await renderComponent(
      <FeedFilterLinks
        path="/"
        filters={filters}
        window="month"
        usualSort="top"
        topLabel="Trending"
        hasFollowing
        {...props}
      />,
    )
    const follow = async (...names: string[]) => {
      for (const name of names) await screen.getByRole('link', { name, exact: true }).click()
    }
    return { screen, follow, href: () => navigation.location.href }
  }

  it.each([
    [['Image', 'Text'], '/?types=Text%2CImage'],
    [['Image', 'Image'], '/'],
    [['Image', 'All'], '/'],
    [['Image', 'New'], '/?types=Image&sortBy=new'],
    [['New', 'Image'], '/?types=Image&sortBy=new'],
    [['New', 'Trending'], '/'],
    [['Following', 'Code'], '/?types=Code&feed=following'],
    [['Following', 'New'], '/?sortBy=new'],
  ])('keeps the earlier one: %j', async (names, expected) => {
    const { follow, href } = await setUp()
    await follow(...names)
    await expect.poll(href).toBe(expected)
  })

  it('keeps an earlier type, model and period', async () => {
    const { screen, follow, href } = await setUp()
    await follow('Text')
    await screen.getByText('Any model').first().click()
    await follow('Claude', 'Gemini')
    await screen.getByText('This month').first().click()
    await follow('This week')
    await expect.poll(href).toBe('/?types=Text&models=claude%2Cgemini&window=week')
  })

  it('keeps the words of a search that is loading', async () => {
    const filters = { ...noPostFilters, sortBy: 'relevance' }
    const { follow, href } = await setUp({ q: 'fog', filters, usualSort: 'relevance' })
    await follow('Image', 'Video')
    await expect.poll(href).toBe('/?q=fog&types=Image%2CVideo')
  })

  it('starts from the filters of the page if another page is loading', async () => {
    const { screen, navigation } = await renderComponent(
      <FeedFilterLinks
        path="/popular"
        filters={{ ...noPostFilters, types: ['Code'], sortBy: 'top' }}
        usualSort="top"
      />,
      { url: '/popular?types=Code' },
    )
    await navigation.push('/new?types=Image').catch(() => {})
    await screen.getByRole('link', { name: 'Text' }).click()
    await expect.poll(() => navigation.location.href).toBe('/popular?types=Text%2CCode')
  })
})

it.each(postFilterNames)('offers values of the filter %s', async (name) => {
  const { screen } = await renderComponent(
    <FeedFilterLinks path="/" filters={{ ...noPostFilters, sortBy: 'top' }} window="month" usualSort="top" />,
  )
  for (const summary of screen.container.querySelectorAll('summary')) summary.click()
  await expect.poll(() => screen.container.querySelector(`a[href^="/?${name}="]`)).toBeInTheDocument()
})
