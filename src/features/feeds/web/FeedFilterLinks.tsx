import type { FeedWindow } from '#core/feed-windows.ts'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { classNames } from '#web/kit/class-names.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import {
  buildFiltersUrl,
  type FeedFilters,
  galleryTypes,
  getFeedParams,
  toggleFilterValue,
} from './filter-params.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { texts } from './texts.ts'

type SortLinksProps = {
  filters: FeedFilters<string>
  topLabel: string
  hasFollowing: boolean
  hrefOf(change: Partial<FeedFilters<string>>): string
}

const SortLinks = ({ filters, topLabel, hasFollowing, hrefOf }: SortLinksProps) => {
  const { isFollowing = false, sortBy } = filters
  return (
    <ul aria-label={texts.sort} className="flex items-center">
      {(['top', 'new'] as const).map((sort) => (
        <SortLink
          key={sort}
          href={hrefOf({ sortBy: sort, isFollowing: undefined })}
          isOn={!isFollowing && sort === sortBy}
          label={sort === 'top' ? topLabel : texts.newest}
        />
      ))}
      {(hasFollowing || isFollowing) && (
        <SortLink href={hrefOf({ isFollowing: true })} isOn={isFollowing} label={texts.following} />
      )}
    </ul>
  )
}

const SortLink = ({ href, isOn, label }: { href: string; isOn: boolean; label: string }) => (
  <li>
    <SiteLink
      href={href}
      keepScroll
      aria-current={isOn ? 'true' : undefined}
      className={classNames(
        'control inline-flex items-center border-b-2 px-1.5 text-sm narrow:px-1',
        isOn ? 'border-accent-fill font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </SiteLink>
  </li>
)

type Props = {
  path: string
  filters: FeedFilters<string>
  /** The period of the posts on the page, whether the reader has chosen it or not. */
  window?: FeedWindow | undefined
  usualSort: string
  /** The search query, which is kept when the filters change. */
  q?: string
  /** The label for sorting by score (docs/spec/feeds.md#sorting). Without it, there are no sort links. */
  topLabel?: string
  /** True if the feed of followed topics, members and collections is offered. */
  hasFollowing?: boolean | undefined
}

/** Shows the types, models and sort orders as links, so that the filters are in the URL and work without JavaScript. */
export const FeedFilterLinks = cacheOnServer('Filters', (props: Props) => {
  const { path, filters, window, usualSort, q, topLabel, hasFollowing = false } = props
  const hrefOf = (change: Partial<FeedFilters<string>>) =>
    buildFiltersUrl(path, { ...filters, ...change }, usualSort, q)
  return (
    <nav
      aria-label={texts.filters}
      className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b pb-2 narrow:gap-x-0 narrow:pb-1"
    >
      <ul aria-label={texts.types} className="flex flex-wrap items-center gap-1">
        <Chip href={hrefOf({ types: [] })} isOn={filters.types.length === 0} label={texts.all} />
        {(filters.view ? galleryTypes : postTypes).map((type: PostType) => (
          <Chip
            key={type}
            href={hrefOf({ types: toggleFilterValue(postTypes, filters.types, type) })}
            isOn={filters.types.includes(type)}
            label={type}
          />
        ))}
      </ul>
      <ModelPicker filters={getFeedParams(filters)} hrefOf={hrefOf} />
      <div className="ml-auto flex items-center">
        {topLabel && (
          <SortLinks filters={filters} topLabel={topLabel} hasFollowing={hasFollowing} hrefOf={hrefOf} />
        )}
        {window && <PeriodPicker window={window} hrefOf={hrefOf} />}
      </div>
    </nav>
  )
})

const Chip = ({ href, isOn, label }: { href: string; isOn: boolean; label: string }) => (
  <li>
    <SiteLink
      href={href}
      keepScroll
      aria-current={isOn ? 'true' : undefined}
      className={classNames(
        'control inline-flex items-center justify-center rounded-full border px-2 text-sm narrow:min-w-11 narrow:px-1.5',
        isOn ? 'border-ink bg-ink font-medium text-bg' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </SiteLink>
  </li>
)
