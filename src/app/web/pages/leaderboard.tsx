import { useSuspenseQuery } from '@tanstack/react-query'
import { type LeaderboardWindow, leaderboardWindows } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import { LeaderboardTable } from '#features/profiles/web/leaderboard/LeaderboardTable.tsx'
import { leaderboardQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { leaderboardTexts } from '#features/profiles/web/leaderboard/texts.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'

const windowIn = (search: QueryParameters): LeaderboardWindow =>
  leaderboardWindows.find((each) => each === search.window) ?? 'all'

const hrefOf = (window: LeaderboardWindow): string =>
  window === 'all' ? paths.leaderboard : `${paths.leaderboard}?${new URLSearchParams({ window })}`

const WindowLinks = ({ current }: { current: LeaderboardWindow }) => (
  <nav aria-label={leaderboardTexts.window} className="mb-2 border-b">
    <ul className="-mb-px flex cramped:flex-wrap">
      {leaderboardWindows.map((window) => (
        <li key={window}>
          <SiteLink
            href={hrefOf(window)}
            keepScroll
            aria-current={window === current ? 'true' : undefined}
            className={classNames(
              'control inline-flex items-center border-b-2 px-3 text-sm',
              window === current
                ? 'border-accent-fill font-medium text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {leaderboardTexts.windows[window]}
          </SiteLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** Shown if nobody has engagement in the period. Links to the next longer period, which may have some. */
const EmptyLeaderboard = ({ window }: { window: LeaderboardWindow }) => {
  const longer = window === 'week' ? 'month' : 'all'
  return window === 'all' ? (
    <EmptyState
      icon="trophy"
      title={leaderboardTexts.emptyTitle}
      action={
        <SiteLink href={paths.home} className={buttonClasses('primary')}>
          {leaderboardTexts.emptyAction}
        </SiteLink>
      }
    >
      {leaderboardTexts.emptyText}
    </EmptyState>
  ) : (
    <EmptyState
      icon="trophy"
      title={leaderboardTexts.emptyWindow[window]}
      action={
        <SiteLink href={hrefOf(longer)} className={buttonClasses('primary')}>
          {leaderboardTexts.showWindow(leaderboardTexts.windows[longer])}
        </SiteLink>
      }
    >
      {leaderboardTexts.emptyWindowText}
    </EmptyState>
  )
}

const Leaderboard = ({ search }: { search: QueryParameters }) => {
  const window = windowIn(search)
  const { data } = useSuspenseQuery(leaderboardQuery(window))
  return (
    <PageLayout heading={leaderboardTexts.heading} lead={leaderboardTexts.lead}>
      <WindowLinks current={window} />
      {data.topUsers.length > 0 ? (
        <LeaderboardTable window={window} {...data} />
      ) : (
        <EmptyLeaderboard window={window} />
      )}
    </PageLayout>
  )
}

export const page: SitePage = {
  load: ({ queryClient, location }) =>
    queryClient.ensureQueryData(leaderboardQuery(windowIn(location.search))),
  head: ({ site }) => buildPageHead(site, { path: paths.leaderboard, description: leaderboardTexts.lead }),
  Component: Leaderboard,
}
