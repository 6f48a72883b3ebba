import { describe, expect, it } from 'vitest'
import { PostCard } from '#app/web/post/PostCard.tsx'
import type { CurrentUser } from '#core/current-user.ts'
import { noPostFilters } from '#core/post-filters.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START, type SearchResult } from '../contract.ts'
import { SearchResults } from './SearchResults.tsx'

const aResult = (id: number, fields: Partial<SearchResult> = {}): SearchResult => ({
  ...buildPostCard({ id }),
  rank: 100 - id,
  marked: { title: `Post ${id}`, description: 'A short poem', prompt: 'Write a haiku' },
  correctedTo: null,
  isPartial: false,
  found: { count: 1, isMore: false },
  ignoredTerms: 0,
  ...fields,
})

const noNames = { topics: [], people: [] }

const setUp = (
  results: SearchResult[],
  api: FakeApi = {},
  user: CurrentUser | null = buildMember(),
  q = 'haiku',
) =>
  renderComponent(
    <SearchResults
      q={q}
      filters={{ ...noPostFilters, types: ['Text'], sortBy: 'relevance' }}
      filterLinks={<p>Filters</p>}
      ad={null}
    >
      {(post, position, highlights) => (
        <PostCard post={post} feedPosition={position} highlights={highlights} />
      )}
    </SearchResults>,
    {
      user,
      api: {
        'GET /api/search': () => ({ body: results }),
        'GET /api/search/names': () => ({ body: noNames }),
        ...api,
      },
    },
  )

describe('Search results', () => {
  it('say why a query without words finds nothing', async () => {
    const { screen } = await setUp([], {}, buildMember(), '🦊')
    await expect.element(screen.getByText(/^Search looks for words; emoji/)).toBeVisible()
  })

  it('show blanks as words, with the matches around them highlighted', async () => {
    const mark = (text: string) => `${HIGHLIGHT_START}${text}${HIGHLIGHT_END}`
    const prompt = 'Write a haiku about ${haiku}'
    const marked = {
      title: 'Post 1',
      description: 'A short poem',
      prompt: `Write a ${mark('haiku')} about \${${mark('haiku')}}`,
    }
    const { screen } = await setUp([aResult(1, { prompt, promptLength: prompt.length, marked })], {}, null)
    const matches = screen.getByRole('article').getByRole('mark')
    await expect.element(matches).toHaveTextContent('haiku')
    const blank = screen.container.querySelector('.blank-chip')
    expect([blank?.textContent, blank?.querySelector('mark')]).toEqual(['haiku', null])
  })

  it('show the matches highlighted, and how many posts match', async () => {
    const marked = {
      title: `Post 1 with ${HIGHLIGHT_START}haiku${HIGHLIGHT_END}`,
      description: 'A short poem',
      prompt: `Write a ${HIGHLIGHT_START}haiku${HIGHLIGHT_END}`,
    }
    const { screen, requests } = await setUp([aResult(1, { marked, found: { count: 30, isMore: true } })])
    await expect.element(screen.getByText('30+ results')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Post 1 with haiku' })).toBeVisible()
    await expect.element(screen.getByRole('mark')).toHaveLength(2)
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Results for “haiku”')
    expect(requests.map(({ url }) => url)).toContain('/api/search?q=haiku&types=Text&limit=10')
  })

  it('link to the other orders, and keep the types', async () => {
    const { screen } = await setUp([aResult(1, { found: { count: 1_234, isMore: false } })])
    await expect.element(screen.getByText('1,234 results')).toBeVisible()
    const sorts = screen.getByRole('list', { name: 'Sort' })
    await expect
      .element(sorts.getByRole('link', { name: 'Relevance' }))
      .toHaveAttribute('aria-current', 'true')
    const newest = sorts.getByRole('link', { name: 'Newest' })
    await expect.element(newest).toHaveAttribute('href', '/?q=haiku&types=Text&sortBy=new')
    await expect.element(newest).not.toHaveAttribute('aria-current')
  })

  it('say which query they are for if its spelling has been corrected', async () => {
    const { screen } = await setUp([aResult(1, { correctedTo: 'haikus' })])
    await expect.element(screen.getByText(/^Showing results for/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'haikus' })).toHaveAttribute('href', '/?q=haikus')
  })

  it('separate partial matches from full ones by a line, without a second heading', async () => {
    const { screen } = await setUp([
      aResult(1),
      aResult(2, { isPartial: true }),
      aResult(3, { isPartial: true }),
    ])
    await expect.element(screen.getByText('1 result')).toBeVisible()
    const names = () =>
      screen
        .getByRole('article')
        .elements()
        .map((article) => article.querySelector('h2')?.textContent ?? article.textContent)
    await expect.poll(names).toEqual(['Post 1', 'These posts match some of the words.', 'Post 2', 'Post 3'])
    await expect.element(screen.getByRole('heading', { name: 'Partial matches' })).not.toBeInTheDocument()
  })

  it('have one heading if no post matches all words, and say how many words were ignored', async () => {
    const fields = { isPartial: true, found: { count: 0, isMore: false }, ignoredTerms: 2 }
    const { screen } = await setUp([aResult(1, fields)])
    await expect.element(screen.getByRole('heading', { name: 'Best matches' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Partial matches' })).not.toBeInTheDocument()
    await expect.element(screen.getByText(/^No /)).not.toBeInTheDocument()
    await expect
      .element(screen.getByText('We searched for the first 12 words only and ignored the other 2.'))
      .toBeVisible()
  })

  it('link to matching topics and people', async () => {
    const { screen } = await setUp([], {
      'GET /api/search/names': () => ({
        body: { topics: [{ id: 3, name: 'Haiku' }], people: [{ id: 2, username: 'Grace', avatar: null }] },
      }),
    })
    const names = screen.getByRole('navigation', { name: 'Matching topics and people' })
    await expect.element(names.getByRole('link', { name: 'Haiku' })).toHaveAttribute('href', '/t/haiku')
    await expect.element(names.getByRole('link', { name: /Grace/ })).toHaveAttribute('href', '/u/Grace')
  })

  it('say that search leaves out words that almost every post contains', async () => {
    const { screen } = await setUp([], {}, buildMember(), 'the who')
    await expect
      .element(screen.getByText(/Search leaves out words that almost every post contains/))
      .toBeVisible()
  })

  it('offer other ways to search if nothing was found', async () => {
    const { screen } = await setUp([])
    await expect.element(screen.getByText('No posts found.')).toBeVisible()
    await expect.element(screen.getByText('author:mira')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Show all posts' })).toHaveAttribute('href', '/')
    await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
  })

  it('tell a visitor that members can search more', async () => {
    const { screen, signInRequest } = await setUp([aResult(1)], {}, null)
    await screen.getByRole('button', { name: 'Sign in to search full prompts' }).click()
    expect(signInRequest()).toMatchObject({ reason: 'login' })
  })
})
