import { paths } from '#core/paths.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { parseFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { feedTexts } from '../feed-texts.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeed } from '../page-loaders.ts'
import { HomeRail } from '../rails.tsx'

const SORT = 'new'

const filtersIn = (search: QueryParameters) => parseFilters({ ...search, sortBy: SORT }, SORT)

const Newest = ({ search }: { search: QueryParameters }) => {
  const filters = filtersIn(search)
  return (
    <PageLayout heading={feedTexts.newest} lead={feedTexts.newestText} rail={<HomeRail />}>
      <FeedFilterLinks path={paths.newest} filters={filters} usualSort={SORT} />
      <PostFeed
        label={feedTexts.newest}
        query={feedQuery(filters)}
        params={filters}
        hasNoScriptPaging
        itemsIn={getPagePosts}
        empty={<EmptyFeedNotice path={paths.newest} filters={filters} usualSort={SORT} />}
      />
    </PageLayout>
  )
}

export const page: SitePage = {
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(topContributorsQuery),
      loadFeed(visit, feedQuery(filtersIn(visit.location.search))),
    ]),
  head: ({ site }) =>
    buildPageHead(site, { path: paths.newest, description: feedTexts.newestText, feed: paths.newFeed }),
  Component: Newest,
}
