import { paths } from '#core/paths.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { getFeedParams, parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { FilteredFeed, loadGalleryCode } from '../FilteredFeed.tsx'
import { HomeRail } from '../HomeRail.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { buildPageHead } from '../page-head.ts'
import { loadFeed } from '../page-loaders.ts'

const SORT = 'new'

const filtersIn = (search: QueryParameters) => parseFeedFilters({ ...search, sortBy: SORT }, SORT)

const Newest = ({ search }: { search: QueryParameters }) => {
  const filters = filtersIn(search)
  const list = { path: paths.newest, filters, usualSort: SORT } as const
  return (
    <PageLayout heading={listTexts.newest} lead={listTexts.newestText} rail={<HomeRail />}>
      <FeedFilterLinks {...list} hasGallery />
      <FilteredFeed label={listTexts.newest} list={list} params={getFeedParams(filters)} />
    </PageLayout>
  )
}

export const page: SitePage = {
  loadCode: loadGalleryCode,
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(topContributorsQuery),
      loadFeed(visit, feedQuery(getFeedParams(filtersIn(visit.location.search)))),
    ]),
  head: ({ site }) =>
    buildPageHead(site, { path: paths.newest, description: listTexts.newestText, feed: paths.newFeed }),
  Component: Newest,
}
