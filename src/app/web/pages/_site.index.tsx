import { createFileRoute } from '@tanstack/react-router'
import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { HomeHero } from '#app/web/HomeHero.tsx'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { HomeRail } from '#app/web/rails/HomeRail.tsx'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { cleanText, cutText } from '#core/text.ts'
import { AdCard } from '#features/ads/web/AdCard.tsx'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { choiceOf, type FilterSearch, readFilterSearch } from '#features/feeds/web/filter-search.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { leaderboardQuery } from '#features/leaderboard/web/queries.ts'
import { HomeOptimizer } from '#features/optimizer/web/HomeOptimizer.tsx'
import { searchQuery } from '#features/search/web/queries.ts'
import { SearchResults } from '#features/search/web/SearchResults.tsx'

const USUAL = 'top'

export const Route = createFileRoute('/_site/')({
  validateSearch: (search): FilterSearch & { q?: string } => {
    const q = wordsIn(search.q)
    return { ...(q ? { q } : {}), ...readFilterSearch(search) }
  },
  loaderDeps: ({ search: { q, types, models, sortBy } }) => ({ q: wordsIn(q), types, models, sortBy }),
  loader: async ({ deps: { q, ...search }, ...parts }) => {
    const choice = choiceOf(search, USUAL)
    await Promise.all([
      parts.context.queryClient.ensureQueryData(leaderboardQuery),
      q ? loadFeed(parts, searchQuery({ q, ...choice })) : loadFeed(parts, feedQuery(choice)),
    ])
  },
  head: ({ match }) =>
    pageHead(match.context.site, {
      path: paths.search(wordsIn(match.search.q)),
      description: texts.homeDescription,
      feed: paths.popularFeed,
    }),
  component: Home,
})

/** What is searched for; nothing when the address holds junk. */
const wordsIn = (q: unknown): string => (typeof q === 'string' ? cutText(cleanText(q), limits.search) : '')

function Home() {
  const search = Route.useSearch()
  const q = wordsIn(search.q)
  const isVisitor = useCurrentUser() === null
  const choice = choiceOf(search, USUAL)
  const filters = { path: paths.home, choice, usualSort: USUAL } as const
  if (q) {
    return (
      <Page rail={<HomeRail />}>
        <SearchResults q={q} choice={choice} ad={<AdCard />} filters={<Filters {...filters} q={q} />} />
      </Page>
    )
  }
  return (
    <Page rail={<HomeRail />}>
      {isVisitor ? <HomeHero /> : <h1 className="sr-only">{texts.homeHeading}</h1>}
      <HomeOptimizer />
      <Filters {...filters} topLabel={texts.trending} />
      <FeedOfPosts label={texts.homeHeading} query={feedQuery(choice)} itemsIn={postsOf} />
    </Page>
  )
}
