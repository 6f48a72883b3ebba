import { feedWindows } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { FeedSort } from '../contract.ts'
import { buildFiltersUrl, type FeedFilters } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { path: string; filters: FeedFilters; usualSort: FeedSort }

/**
 * A notice shown in place of an empty feed. If the feed is limited to a period, the notice offers the next
 * longer one; if the feed has filters, the notice offers the feed without them.
 */
export const EmptyFeedNotice = ({ path, filters, usualSort }: Props) => {
  const { trendingWindow } = useSite()
  const { window = 'all' } = filters
  const longer = feedWindows[feedWindows.indexOf(window) + 1]
  const defaults = { sortBy: usualSort, window: trendingWindow }
  if (window === 'all' || !longer) {
    const isFiltered = filters.types.length + filters.models.length > 0
    const elsewhere = path === paths.home ? paths.newest : paths.home
    const href = isFiltered
      ? buildFiltersUrl(path, { ...filters, types: [], models: [] }, defaults)
      : elsewhere
    return (
      <EmptyState
        title={texts.empty}
        action={
          <SiteLink href={href} className={buttonClasses('primary')}>
            {isFiltered ? texts.withoutFilters : texts.elsewhere}
          </SiteLink>
        }
      >
        {isFiltered ? texts.emptyHint : texts.emptyUnfiltered}
      </EmptyState>
    )
  }
  const href = buildFiltersUrl(path, { ...filters, window: longer }, defaults)
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
