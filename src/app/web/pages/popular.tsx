import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { HomeRail } from '#app/web/rails/HomeRail.tsx'
import { paths } from '#core/paths.ts'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { choiceOf } from '#features/feeds/web/filter-search.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { leaderboardQuery } from '#features/leaderboard/web/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'

const SORT = 'top'

const choiceIn = (search: Search) => choiceOf({ ...search, sortBy: SORT }, SORT)

const Popular = ({ search }: { search: Search }) => {
  const choice = choiceIn(search)
  return (
    <Page heading={texts.popular} lead={texts.popularText} rail={<HomeRail />}>
      <Filters path={paths.popular} choice={choice} usualSort={SORT} />
      <FeedOfPosts label={texts.popular} query={feedQuery(choice)} hasPages itemsIn={postsOf} />
    </Page>
  )
}

export const page: SitePage = {
  load: (visit) =>
    Promise.all([
      visit.queryClient.ensureQueryData(leaderboardQuery),
      loadFeed(visit, feedQuery(choiceIn(visit.location.search))),
    ]),
  head: ({ site }) =>
    pageHead(site, { path: paths.popular, description: texts.popularText, feed: paths.popularFeed }),
  Component: Popular,
}
