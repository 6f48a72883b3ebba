import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { HomeHero } from '#app/web/HomeHero.tsx'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { pageTexts } from '#app/web/page-texts.ts'
import { HomeRail } from '#app/web/rails/HomeRail.tsx'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { cleanText, cutText } from '#core/text.ts'
import { AdCard } from '#features/ads/web/AdCard.tsx'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { type Choice, choiceOf, FOLLOWING } from '#features/feeds/web/filter-search.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { useFollowedTopics } from '#features/follows/web/queries.ts'
import { currentUserQuery, useCurrentUser } from '#features/identity/web/queries.ts'
import { leaderboardQuery } from '#features/leaderboard/web/queries.ts'
import { HomeOptimizer } from '#features/optimizer/web/HomeOptimizer.tsx'
import { isSearchAnchor } from '#features/search/contract.ts'
import { searchNamesQuery, searchQuery } from '#features/search/web/queries.ts'
import { SearchResults } from '#features/search/web/SearchResults.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'

const USUAL = 'top'

/**
 * The feed of followed topics exists for members only: in a visitor's URL, and during a search, the parameter
 * is ignored.
 */
const homeChoice = (search: Search, isMember: boolean): Choice => {
  if (wordsIn(search)) return choiceOf(search, USUAL, isSearchAnchor)
  const choice = choiceOf(search, USUAL)
  return isMember && search.feed === FOLLOWING ? { ...choice, sortBy: 'new', isFollowing: true } : choice
}

/** The search query; empty if the URL contains an invalid one. */
const wordsIn = ({ q = '' }: Search): string => cutText(cleanText(q), limits.search)

const Home = ({ search }: { search: Search }) => {
  const q = wordsIn(search)
  const isVisitor = useCurrentUser() === null
  const choice = homeChoice(search, !isVisitor)
  const hasFollowing = useFollowedTopics().length > 0
  const label = choice.isFollowing ? texts.followingFeed : texts.homeHeading
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
      {isVisitor ? <HomeHero /> : <h1 className="sr-only">{label}</h1>}
      <HomeOptimizer />
      <Filters {...filters} topLabel={texts.trending} hasFollowing={hasFollowing} />
      <FeedOfPosts
        label={label}
        query={feedQuery(choice)}
        choice={choice}
        hasPages
        itemsIn={postsOf}
        empty={
          choice.isFollowing && (
            <EmptyState
              title={texts.followingEmpty}
              action={
                <SiteLink href={paths.home} className={buttonClasses('primary')}>
                  {pageTexts.browse}
                </SiteLink>
              }
            >
              {texts.followingEmptyText}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

export const page: SitePage = {
  load: async (visit) => {
    const { queryClient, location } = visit
    const q = wordsIn(location.search)
    const isMember = queryClient.getQueryData(currentUserQuery.queryKey) != null
    const choice = homeChoice(location.search, isMember)
    await Promise.all([
      queryClient.ensureQueryData(leaderboardQuery),
      q ? loadFeed(visit, searchQuery({ q, ...choice })) : loadFeed(visit, feedQuery(choice)),
      // Matching names are optional: the page does not fail without them.
      q ? queryClient.prefetchQuery(searchNamesQuery(q)) : null,
    ])
  },
  head: ({ site, location }) =>
    pageHead(site, {
      path: paths.search(wordsIn(location.search)),
      description: texts.homeDescription,
      feed: paths.popularFeed,
    }),
  Component: Home,
}
