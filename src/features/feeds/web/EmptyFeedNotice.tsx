import type { ReactNode } from 'react'
import type { FeedWindow } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterLink } from './FilterLink.tsx'
import type { FilteredList } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = FilteredList & {
  /** What is shown if the reader has not chosen a period, instead of an offer that fits every page. */
  children?: ReactNode
}

/**
 * A notice shown in place of an empty feed. If the reader has limited the feed to a period, the notice offers the next
 * longer one; if the feed has filters, the notice offers the feed without them.
 */
export const EmptyFeedNotice = ({ children, ...list }: Props) => {
  const { path, filters } = list
  const { window = 'all' } = filters
  if (window !== 'all') {
    const longer = getNextLonger(window)
    return (
      <Notice
        text={texts.emptyWindow[window]}
        action={
          <FilterLink list={list} change={() => ({ window: longer })} className={buttonClasses('primary')}>
            {texts.showWindow[longer]}
          </FilterLink>
        }
      />
    )
  }
  if (children) return children
  const isFiltered = filters.types.length + filters.models.length > 0
  return isFiltered ? (
    <Notice
      text={texts.emptyHint}
      action={
        <FilterLink
          list={list}
          change={() => ({ types: [], models: [] })}
          className={buttonClasses('primary')}
        >
          {texts.withoutFilters}
        </FilterLink>
      }
    />
  ) : (
    <Notice
      text={texts.emptyUnfiltered}
      action={
        <SiteLink href={path === paths.home ? paths.newest : paths.home} className={buttonClasses('primary')}>
          {texts.elsewhere}
        </SiteLink>
      }
    />
  )
}

const getNextLonger = (window: Exclude<FeedWindow, 'all'>): keyof typeof texts.showWindow =>
  (({ day: 'week', week: 'month', month: 'year', year: 'all' }) as const)[window]

const Notice = ({ text, action }: { text: string; action: ReactNode }) => (
  <EmptyState title={texts.empty} action={action}>
    {text}
  </EmptyState>
)
