import type { ComponentProps } from 'react'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import {
  buildFiltersUrl,
  type FeedFilters,
  type FilteredList,
  FOLLOWING_FEED,
  parseFeedFilters,
} from './filter-params.ts'

export type FilterChange = (filters: FeedFilters<string>) => Partial<FeedFilters<string>>

type Props = Omit<ComponentProps<typeof SiteLink>, 'href' | 'getHref' | 'aria-current'> & {
  list: FilteredList
  change: FilterChange
  /** Whether the list has these filters already. */
  isOn?: boolean
}

/** A link that changes some filters of a list and keeps the others, also those whose list is still loading. */
export const FilterLink = ({ list: { path, filters, usualSort, q }, change, isOn, ...rest }: Props) => {
  const hrefWith = (current: FeedFilters<string>, words: string | undefined) =>
    buildFiltersUrl(path, { ...current, ...change(current) }, usualSort, words)
  return (
    <SiteLink
      keepScroll
      aria-current={isOn ? 'true' : undefined}
      {...rest}
      href={hrefWith(filters, q)}
      // The results of a search are always a list.
      getHref={({ q: words, feed, view = '', ...search }) =>
        hrefWith(
          {
            ...parseFeedFilters(words ? search : { ...search, view }, usualSort),
            isFollowing: feed === FOLLOWING_FEED || undefined,
          },
          words,
        )
      }
    />
  )
}
