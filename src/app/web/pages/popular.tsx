import { paths } from '#core/paths.ts'
import { EmptyWindow } from '#features/feeds/web/EmptyWindow.tsx'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { parseFeedFilters } from '#features/feeds/web/filter-params.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { Site, Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'
import { feedTexts as texts } from '../feed-texts.ts'
import { Page } from '../layout/Page.tsx'
import { getPagePosts, PostFeed } from '../PostFeed.tsx'
import { pageHead } from '../page-head.ts'
import { loadFeed } from '../page-loaders.ts'
import { HomeRail } from '../rails.tsx'

const SORT = 'top'

const choiceIn = (search: Search, { trendingWindow }: Site) =>
  parseFeedFilters({ ...search, sortBy: SORT }, { sortBy: SORT, window: trendingWindow })

const Popular = ({ search }: { search: Search }) => {
  const choice = choiceIn(search, useSite())
  return (
    <Page heading={texts.popular} lead={texts.popularText} rail={<HomeRail />}>
      <Filters path={paths.popular} choice={choice} usualSort={SORT} />
      <PostFeed
        label={texts.popular}
        query={feedQuery(choice)}
        hasNoScriptPaging
        itemsIn={getPagePosts}
        empty={<EmptyWindow path={paths.popular} choice={choice} usualSort={SORT} />}
      />
    </Page>
  )
}

export const page: SitePage = {
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(topContributorsQuery),
      loadFeed(visit, feedQuery(choiceIn(visit.location.search, visit.site))),
    ]),
  head: ({ site, location }) =>
    pageHead(site, {
      path: paths.popular,
      description: texts.popularText,
      feed: paths.popularFeed(choiceIn(location.search, site).window),
    }),
  Component: Popular,
}
