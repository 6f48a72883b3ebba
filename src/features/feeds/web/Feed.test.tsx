import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noPostFilters } from '#core/post-filters.ts'
import { type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { Feed } from './Feed.tsx'
import { feedQuery } from './queries.ts'

const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => buildPostCard({ id: first + index }))

const setUp = (api: FakeApi, after?: string) =>
  renderComponent(
    <Feed
      label="Newest posts"
      query={feedQuery({ sortBy: 'new', ...noPostFilters, types: ['Text'], ...(after ? { after } : {}) })}
      itemsIn={(posts) => posts}
      ad={<article aria-label="Ad" />}
    >
      {({ title }, { position, size }) => (
        <article
          aria-label={title}
          aria-posinset={position}
          aria-setsize={size}
          tabIndex={-1}
          style={{ height: 500 }}
        >
          <button
            type="button"
            data-act="open"
            onClick={({ currentTarget }) => currentTarget.replaceChildren('Opened')}
          >
            Open
          </button>
        </article>
      )}
    </Feed>,
    { api },
  )

const card = (id: number) => page.getByRole('article', { name: `Post ${id}` })

describe('A feed', () => {
  it('lists posts with their positions, an ad after every fifth, and its end', async () => {
    const { screen, requests } = await setUp({ 'GET /api/posts': () => ({ body: postsFrom(1, 6) }) })
    await expect.element(card(6)).toHaveAttribute('aria-posinset', '6')
    await expect.element(card(1)).toHaveAttribute('aria-setsize', '6')
    await expect
      .element(screen.getByRole('feed', { name: 'Newest posts' }))
      .toHaveAttribute('aria-busy', 'false')
    await expect.element(screen.getByRole('article', { name: 'Ad' })).toHaveLength(1)
    await expect.element(screen.getByText("You've reached the end of the posts.")).toBeInTheDocument()
    expect(requests.map(({ url }) => url)).toEqual(['/api/posts?sortBy=new&types=Text&limit=10'])
  })

  it('gives the ad after every fifth item of a grid a cell of its own', async () => {
    const { screen } = await renderComponent(
      <Feed
        label="Pictures"
        query={feedQuery({ sortBy: 'new', ...noPostFilters, types: ['Image'] })}
        itemsIn={(posts) => posts}
        ad={<article aria-label="Ad" />}
        grid={{ className: 'gallery-grid', rowsOf: () => 10, adRows: 31 }}
      >
        {({ title }) => <article aria-label={title} />}
      </Feed>,
      { api: { 'GET /api/posts': () => ({ body: postsFrom(1, 6) }) } },
    )
    await expect.element(card(6)).toBeInTheDocument()
    const feed = screen.getByRole('feed', { name: 'Pictures' })
    const names = [...feed.element().children].map((cell) => cell.firstElementChild?.ariaLabel)
    expect(names).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5', 'Ad', 'Post 6'])
    expect(screen.getByRole('article', { name: 'Ad' }).element().parentElement?.style.gridRow).toContain('31')
  })

  it('says so if there are no posts', async () => {
    const { screen } = await setUp({ 'GET /api/posts': () => ({ body: [] }) })
    await expect.element(screen.getByText('No posts found.')).toBeVisible()
    await expect.element(screen.getByRole('feed')).not.toBeInTheDocument()
  })

  it('loads the next page before its end is reached, and announces it', async () => {
    const { screen } = await setUp({
      'GET /api/posts': ({ url }) => ({ body: url.includes('after=') ? postsFrom(10, 3) : postsFrom(1, 10) }),
    })
    await expect.element(card(1)).toHaveAttribute('aria-setsize', '-1')
    await expect.element(card(12)).not.toBeInTheDocument()
    card(6).element().scrollIntoView()
    await expect.element(card(12)).toBeInTheDocument()
    // Post 10 is on both pages, but is shown only once.
    await expect.element(card(10)).toHaveLength(1)
    await expect.element(screen.getByText('2 more posts loaded')).toBeInTheDocument()
  })

  it('offers to try again if the first page fails', async () => {
    let status = 503
    const { screen } = await setUp({ 'GET /api/posts': () => ({ status, body: postsFrom(1, 1) }) })
    await expect.element(screen.getByText('Failed to load posts. Please try again.')).toBeVisible()
    status = 200
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card(1)).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps its posts if the next page fails, and tries again once the network is back', async () => {
    let status = 429
    const { screen } = await setUp({
      'GET /api/posts': ({ url }) =>
        url.includes('after=')
          ? { status, body: status === 200 ? postsFrom(11, 1) : { message: 'Wait a minute' } }
          : { body: postsFrom(1, 10) },
    })
    await expect.element(card(1)).toBeVisible()
    card(10).element().scrollIntoView()
    await expect.element(screen.getByText('Wait a minute')).toBeVisible()
    await expect.element(card(10)).toBeVisible()
    status = 200
    dispatchEvent(new Event('online'))
    await expect.element(card(11)).toBeInTheDocument()
    await expect.element(screen.getByText('Wait a minute')).not.toBeInTheDocument()
  })

  it('moves between posts with j and k, and opens one with Enter', async () => {
    await setUp({ 'GET /api/posts': () => ({ body: postsFrom(1, 3) }) })
    await expect.element(card(3)).toBeInTheDocument()
    await userEvent.keyboard('jj')
    await expect.element(card(2)).toHaveFocus()
    await userEvent.keyboard('jj')
    await expect.element(card(3)).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(card(2)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card(2).getByText('Opened')).toBeInTheDocument()
    await expect.element(card(3).getByText('Opened')).not.toBeInTheDocument()
  })

  it('links back to the first page if it starts further down', async () => {
    const { screen } = await setUp({ 'GET /api/posts': () => ({ body: [] }) }, '3_1767323045000_7')
    const back = screen.getByRole('link', { name: 'Back to the first posts' })
    await expect.element(back).toHaveAttribute('href', '/')
    await expect.element(screen.getByText('No posts found.')).not.toBeInTheDocument()
  })
})
