import { createFileRoute } from '@tanstack/react-router'
import { FeedOfPosts, postsOf } from '#app/web/FeedOfPosts.tsx'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { Page } from '#app/web/layout/Page.tsx'
import { loadFeed } from '#app/web/load-feed.ts'
import { pageHead } from '#app/web/page-head.ts'
import { HomeRail } from '#app/web/rails/HomeRail.tsx'
import { paths } from '#core/paths.ts'
import { Filters } from '#features/feeds/web/Filters.tsx'
import { choiceOf, readFilterSearch } from '#features/feeds/web/filter-search.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { leaderboardQuery } from '#features/leaderboard/web/queries.ts'

const SORT = 'new'

export const Route = createFileRoute('/_site/new')({
  validateSearch: ({ types, models }) => readFilterSearch({ types, models }),
  loaderDeps: ({ search: { types, models } }) => ({ types, models }),
  loader: async ({ deps, ...parts }) => {
    await Promise.all([
      parts.context.queryClient.ensureQueryData(leaderboardQuery),
      loadFeed(parts, feedQuery(choiceOf(deps, SORT))),
    ])
  },
  head: ({ match }) =>
    pageHead(match.context.site, {
      path: paths.newest,
      description: texts.newestText,
      feed: paths.newFeed,
    }),
  component: Newest,
})

function Newest() {
  const choice = choiceOf({ ...Route.useSearch(), sortBy: SORT }, SORT)
  return (
    <Page heading={texts.newest} lead={texts.newestText} rail={<HomeRail />}>
      <Filters path={paths.newest} choice={choice} usualSort={SORT} />
      <FeedOfPosts label={texts.newest} query={feedQuery(choice)} choice={choice} itemsIn={postsOf} />
    </Page>
  )
}
