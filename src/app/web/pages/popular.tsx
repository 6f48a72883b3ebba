import { paths } from '#core/paths.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery, useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { HomeRail } from '../HomeRail.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'

const SORT = 'top'

const filtersIn = (search: QueryParameters) => parseFeedFilters({ ...search, sortBy: SORT }, SORT)

const Popular = ({ search }: { search: QueryParameters }) => {
  const filters = filtersIn(search)
  const feed = useFeedWithWindow(filters)
  return (
    <PageLayout heading={listTexts.popular} lead={listTexts.popularText} rail={<HomeRail />}>
      <FeedFilterLinks path={paths.popular} filters={filters} window={feed.window} usualSort={SORT} />
      <PostFeed
        label={listTexts.popular}
        query={feedQuery(feed)}
        hasNoScriptPaging
        itemsIn={getPagePosts}
        empty={<EmptyFeedNotice path={paths.popular} filters={filters} usualSort={SORT} />}
      />
    </PageLayout>
  )
}

export const page: SitePage = {
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(topContributorsQuery),
      loadFeedOfWindow(visit, filtersIn(visit.location.search)),
    ]),
  head: ({ site, location }) =>
    buildPageHead(site, {
      path: paths.popular,
      description: listTexts.popularText,
      feed: paths.popularFeed(filtersIn(location.search).window),
    }),
  Component: Popular,
}
