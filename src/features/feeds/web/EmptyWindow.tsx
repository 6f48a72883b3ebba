import { feedWindows } from '#core/feed-windows.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { FeedSort } from '../contract.ts'
import { type FeedFilters, filtersUrl } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { path: string; choice: FeedFilters; usualSort: FeedSort }

/** An empty feed. If it is narrowed to a period, offers the next longer one. */
export const EmptyWindow = ({ path, choice, usualSort }: Props) => {
  const { trendingWindow } = useSite()
  const { window = 'all' } = choice
  const longer = feedWindows[feedWindows.indexOf(window) + 1]
  if (window === 'all' || !longer) return <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
  const href = filtersUrl(path, { ...choice, window: longer }, { sortBy: usualSort, window: trendingWindow })
  return (
    <EmptyState
      title={texts.emptyWindow[window]}
      action={
        <SiteLink href={href} className={buttonClasses('primary')}>
          {texts.showWindow(texts.windows[longer])}
        </SiteLink>
      }
    >
      {texts.emptyWindowHint}
    </EmptyState>
  )
}
