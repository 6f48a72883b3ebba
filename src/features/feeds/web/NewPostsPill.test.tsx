import { useInfiniteQuery } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import NewPostsPill from './NewPostsPill.tsx'
import { type FeedParams, feedQuery } from './queries.ts'

const feed: FeedParams = { sortBy: 'new', ...noPostFilters }

const Page = () => {
  const posts = useInfiniteQuery(feedQuery(feed)).data?.pages.flat() ?? []
  return (
    <main tabIndex={-1} aria-label="Page">
      <NewPostsPill feed={feed} />
      {posts.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
    </main>
  )
}

/**
 * Advances the simulated clock by a minute. Only the clock and the poll's interval are simulated, so that everything
 * else runs in real time.
 */
const passAMinute = () => vi.advanceTimersByTime(60_000)
afterEach(() => void vi.useRealTimers())

const setUp = async (api: FakeApi) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const rendered = await renderComponent(<Page />, { api })
  await expect.element(rendered.screen.getByText('Post 1')).toBeVisible()
  return rendered
}

describe('The button for new posts', () => {
  it('appears after a minute, is announced, and shows the posts only when pressed', async () => {
    let posts = [buildPostCard({ id: 1 })]
    const { screen, requests } = await setUp({
      'GET /api/posts': () => ({ body: posts }),
      'GET /api/posts/new-count': () => ({ body: { count: 2 } }),
    })
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
    passAMinute()
    const button = screen.getByRole('button', { name: 'Show 2 new posts' })
    await expect.element(button).toBeVisible()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Show 2 new posts')
    expect(requests.at(-1)?.url).toContain('since=0_1767323045000_1')

    posts = [buildPostCard({ id: 3 }), buildPostCard({ id: 2 }), ...posts]
    await expect.element(screen.getByText('Post 3')).not.toBeInTheDocument()
    await button.click()
    await expect.element(screen.getByText('Post 3')).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    await expect.element(screen.getByRole('main')).toHaveFocus()
  })

  it('stays away while nothing is new', async () => {
    const { screen, requests } = await setUp({
      'GET /api/posts': () => ({ body: [buildPostCard({ id: 1 })] }),
      'GET /api/posts/new-count': () => ({ body: { count: 0 } }),
    })
    passAMinute()
    await expect.poll(() => requests.at(-1)?.url).toContain('new-count')
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })

  it('keeps the old posts and says so if the new ones cannot be loaded', async () => {
    let status = 200
    const { screen } = await setUp({
      'GET /api/posts': () => ({ status, body: [buildPostCard({ id: 1 })] }),
      'GET /api/posts/new-count': () => ({ body: { count: 50 } }),
    })
    passAMinute()
    status = 503
    const button = screen.getByRole('button', { name: 'Show 50+ new posts' })
    await button.click()
    await expect.element(screen.getByText('Failed to load posts. Please try again.').first()).toBeVisible()
    await expect.element(screen.getByText('Post 1')).toBeVisible()
    await expect.element(button).toBeEnabled()
  })
})
