import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { LeaderboardTable } from '#features/profiles/web/leaderboard/LeaderboardTable.tsx'
import { leaderboardQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { texts } from '#features/profiles/web/leaderboard/texts.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page as SitePage } from '#web/navigation/page.ts'
import { Page } from '../layout/Page.tsx'
import { pageHead } from '../page-head.ts'

const Leaderboard = () => {
  const { data } = useSuspenseQuery(leaderboardQuery)
  return (
    <Page heading={texts.heading} lead={texts.lead}>
      {data.topUsers.length > 0 ? (
        <LeaderboardTable {...data} />
      ) : (
        <EmptyState
          icon="trophy"
          title={texts.emptyTitle}
          action={
            <SiteLink href={paths.home} className={buttonClasses('primary')}>
              {texts.emptyAction}
            </SiteLink>
          }
        >
          {texts.emptyText}
        </EmptyState>
      )}
    </Page>
  )
}

export const page: SitePage = {
  load: ({ queryClient }) => queryClient.ensureQueryData(leaderboardQuery),
  head: ({ site }) => pageHead(site, { path: paths.leaderboard, description: texts.lead }),
  Component: Leaderboard,
}
