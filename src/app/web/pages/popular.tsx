import { paths } from '#core/paths.ts'
import { FeedFilterLinks } from '#features/feeds/web/FeedFilterLinks.tsx'
import { getFeedParams, parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { useFeedWithWindow } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { FilteredFeed, loadGalleryCode } from '../FilteredFeed.tsx'
import { HomeRail } from '../HomeRail.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { listTexts } from '../list-texts.ts'
import { buildPageHead } from '../page-head.ts'
import { loadFeedOfWindow } from '../page-loaders.ts'

const SORT = 'top'

const filtersIn = (search: QueryParameters) => parseFeedFilters({ ...search, sortBy: SORT }, SORT)

const Popular = ({ search }: { search: QueryParameters }) => {
  const filters = filtersIn(search)
  const feed = useFeedWithWindow(getFeedParams(filters))
  const list = { path: paths.popular, filters, usualSort: SORT } as const
  return (
    <PageLayout heading={listTexts.popular} lead={listTexts.popularText} rail={<HomeRail />}>
      <FeedFilterLinks {...list} window={feed.window} hasGallery />
      <FilteredFeed label={listTexts.popular} list={list} params={feed} />
    </PageLayout>
  )
}

export const page: SitePage = {
  loadCode: loadGalleryCode,
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(topContributorsQuery),
      loadFeedOfWindow(visit, getFeedParams(filtersIn(visit.location.search))),
    ]),
  head: ({ site, location }) =>
    buildPageHead(site, {
      path: paths.popular,
      description: listTexts.popularText,
      feed: paths.popularFeed(filtersIn(location.search).window),
    }),
  Component: Popular,
}
