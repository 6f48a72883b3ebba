import type { ReactNode } from 'react'
import type { FeedWindow } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import { hasPostFilters, noPostFilters } from '#core/post-filters.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { FeedSort } from '../contract.ts'
import { buildFiltersUrl, type FeedFilters } from './filter-params.ts'
import { feedListTexts } from './texts.ts'

type Props = {
  path: string
  filters: FeedFilters
  usualSort: FeedSort
  /** What is shown if the reader has not chosen a period, instead of an offer that fits every page. */
  children?: ReactNode
}

/**
 * A notice shown in place of an empty feed. If the reader has limited the feed to a period, the notice offers the next
 * longer one; if the feed has filters, the notice offers the feed without them.
 */
export const EmptyFeedNotice = ({ path, filters, usualSort, children }: Props) => {
  const { window = 'all' } = filters
  if (window !== 'all') {
    const longer = getNextLonger(window)
    return (
      <Notice
        text={feedListTexts.emptyWindow[window]}
        action={feedListTexts.showWindow[longer]}
        href={buildFiltersUrl(path, { ...filters, window: longer }, usualSort)}
      />
    )
  }
  if (children) return children
  return hasPostFilters(filters) ? (
    <Notice
      text={feedListTexts.emptyHint}
      action={feedListTexts.withoutFilters}
      href={buildFiltersUrl(path, { ...filters, ...noPostFilters }, usualSort)}
    />
  ) : (
    <Notice
      text={feedListTexts.emptyUnfiltered}
      action={feedListTexts.elsewhere}
      href={path === paths.home ? paths.newest : paths.home}
    />
  )
}

const getNextLonger = (window: Exclude<FeedWindow, 'all'>): keyof typeof feedListTexts.showWindow =>
  (({ day: 'week', week: 'month', month: 'year', year: 'all' }) as const)[window]

const Notice = ({ text, action, href }: { text: string; action: string; href: string }) => (
  <EmptyState
    title={feedListTexts.empty}
    action={
      <SiteLink href={href} className={buttonClasses('primary')}>
        {action}
      </SiteLink>
    }
  >
    {text}
  </EmptyState>
)
