import { paths } from '#core/paths.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import {
  type FeedFilters,
  FOLLOWING_FEED,
  getFeedParams,
  parseFeedFilters,
  parseFilters,
} from '#features/feeds/web/filter-params.ts'
import { showcaseQuery, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { HomeOptimizer } from '#features/optimizer/web/HomeOptimizer.tsx'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { isSearchCursor, type SearchSort, searchSorts } from '#features/search/contract-values.ts'
import { searchNamesQuery, searchQuery } from '#features/search/web/queries.ts'
import { useFollowedTopics } from '#features/topics/web/follows/queries.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { createCodePart } from '#web/navigation/code-part.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { FilteredFeed, loadGalleryCode } from '../FilteredFeed.tsx'
import { feedTexts } from '../feed-texts.ts'
import { HomeHero } from '../HomeHero.tsx'
import { HomeRail } from '../HomeRail.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeed, loadFeedOfWindow, parseSearchText } from '../page-loaders.ts'

const EmptyFollowing = lazyWithPreload(() => import('../EmptyFollowing.tsx'))

/** Most visits of the home page are not searches. */
const searchPart = createCodePart(() => import('../HomeSearch.tsx'))

const USUAL = 'top'

/**
 * Returns the chosen feed. The feed of followed topics exists only for members, so its parameter is ignored for
 * visitors.
 */
const parseHomeFilters = (search: QueryParameters, isMember: boolean): FeedFilters =>
  isMember && search.feed === FOLLOWING_FEED
    ? { ...parseFeedFilters({ ...search, sortBy: 'new' }, USUAL), isFollowing: true }
    : parseFeedFilters(search, USUAL)

const parseSearchFilters = (search: QueryParameters): FeedFilters<SearchSort> => ({
  ...parseFilters(search, USUAL, isSearchCursor),
  sortBy: searchSorts.find((sort) => sort === search.sortBy) ?? searchSorts[0],
})

const Home = ({ search }: { search: QueryParameters }) => {
  const q = parseSearchText(search)
  if (!q) return <Posts search={search} />
  const { HomeSearch } = searchPart.get()
  return <HomeSearch q={q} filters={parseSearchFilters(search)} />
}

const Posts = ({ search }: { search: QueryParameters }) => {
  const user = useCurrentUser()
  const isVisitor = user === null
  const hasFollowing = useFollowedTopics().length > 0 || user?.followsMembers || user?.followsCollections
  const filters = parseHomeFilters(search, !isVisitor)
  const label = filters.isFollowing ? feedTexts.followingFeed : feedTexts.homeHeading
  const feed = useFeedWithWindow(getFeedParams(filters))
  const list = { path: paths.home, filters, usualSort: USUAL } as const
  return (
    <PageLayout rail={<HomeRail />}>
      {isVisitor ? (
        <HomeHero />
      ) : (
        <>
          <h1 className="sr-only">{label}</h1>
          <HomeOptimizer />
        </>
      )}
      <FeedFilterLinks
        {...list}
        window={feed.window}
        topLabel={feedTexts.trending}
        hasFollowing={hasFollowing}
        hasGallery
      />
      <FilteredFeed
        label={label}
        list={list}
        params={feed}
        empty={filters.isFollowing && <EmptyFollowing params={feed} />}
      />
    </PageLayout>
  )
}

export const page: SitePage = {
  loadCode: (visit) => (parseSearchText(visit.location.search) ? searchPart.load() : loadGalleryCode(visit)),
  load: async (visit) => {
    const { queryClient, location } = visit
    const q = parseSearchText(location.search)
    const isMember = queryClient.getQueryData(currentUserQuery.queryKey) != null
    await Promise.all([
      queryClient.ensureQueryData(topContributorsQuery),
      q
        ? loadFeed(visit, searchQuery({ q, ...parseSearchFilters(location.search) }))
        : loadFeedOfWindow(visit, getFeedParams(parseHomeFilters(location.search, isMember))),
      // The matching names are optional: if they cannot be fetched, the page still loads.
      q ? queryClient.prefetchQuery(searchNamesQuery(q)) : null,
      // What the hero shows is optional: if it cannot be fetched, the page still loads.
      q || isMember ? null : queryClient.prefetchQuery(showcaseQuery),
    ])
  },
  head: ({ site, location }) =>
    buildPageHead(site, {
      path: paths.search(parseSearchText(location.search)),
      description: feedTexts.homeDescription,
      feed: paths.popularFeed(),
    }),
  Component: Home,
}
