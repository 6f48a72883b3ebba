import type { ComponentProps } from 'react'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { buildFiltersUrl, type FeedFilters, type FilteredList, parseFiltersUrl } from './filter-params.ts'

export type FilterChange = (filters: FeedFilters<string>) => Partial<FeedFilters<string>>

type Props = Omit<ComponentProps<typeof SiteLink>, 'href' | 'getHref'> & {
  list: FilteredList
  change: FilterChange
}

/** A link that changes some filters of a list and keeps the others, also those whose list is still loading. */
export const FilterLink = ({ list: { path, filters, usualSort, q }, change, ...rest }: Props) => {
  const hrefWith = (current: FeedFilters<string>, words: string | undefined) =>
    buildFiltersUrl(path, { ...current, ...change(current) }, usualSort, words)
  return (
    <SiteLink
      {...rest}
      href={hrefWith(filters, q)}
      getHref={(search) => hrefWith(parseFiltersUrl(search, usualSort), search.q)}
    />
  )
}
