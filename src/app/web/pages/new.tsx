import { paths } from '#core/paths.ts'
import { EmptyFeedNotice } from '#features/feeds/web/EmptyFeedNotice.tsx'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { parseFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { HomeRail } from '../HomeRail.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { buildPageHead } from '../page-head.ts'
import { loadFeed } from '../page-loaders.ts'

const SORT = 'new'

const filtersIn = (search: QueryParameters) => parseFilters({ ...search, sortBy: SORT }, SORT)

const Newest = ({ search }: { search: QueryParameters }) => {
  const filters = filtersIn(search)
  return (
    <PageLayout heading={listTexts.newest} lead={listTexts.newestText} rail={<HomeRail />}>
      <FeedFilterLinks path={paths.newest} filters={filters} usualSort={SORT} />
      <PostFeed
        label={listTexts.newest}
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
    buildPageHead(site, { path: paths.newest, description: listTexts.newestText, feed: paths.newFeed }),
  Component: Newest,
}
