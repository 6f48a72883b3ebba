import type { FeedWindow } from '#core/feed-windows.ts'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { classNames } from '#web/kit/class-names.ts'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { type FilterChange, FilterLink } from './FilterLink.tsx'
import { type FilteredList, galleryTypes, hasGalleryTypesOnly, toggleFilterValue } from './filter-params.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { feedListTexts } from './texts.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

type SortLinksProps = { list: FilteredList; topLabel: string; hasFollowing: boolean }

const SortLinks = ({ list, topLabel, hasFollowing }: SortLinksProps) => {
  const { isFollowing = false, sortBy } = list.filters
  return (
    <ul aria-label={feedListTexts.sort} className="flex items-center cramped:flex-wrap">
      {(['top', 'new'] as const).map((sort) => (
        <SortLink
          key={sort}
          list={list}
          change={() => ({ sortBy: sort, isFollowing: undefined })}
          isOn={!isFollowing && sort === sortBy}
          label={sort === 'top' ? topLabel : feedListTexts.newest}
        />
      ))}
      {(hasFollowing || isFollowing) && (
        <SortLink
          list={list}
          change={() => ({ isFollowing: true })}
          isOn={isFollowing}
          label={feedListTexts.following}
        />
      )}
    </ul>
  )
}

type LinkProps = { list: FilteredList; change: FilterChange; isOn: boolean; label: string }

const SortLink = ({ label, ...link }: LinkProps) => (
  <li>
    <FilterLink
      {...link}
      className={classNames(
        'control inline-flex items-center border-b-2 px-1.5 text-sm narrow:px-1',
        link.isOn
          ? 'border-accent-fill font-medium text-ink'
          : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </FilterLink>
  </li>
)

type Props = FilteredList & {
  /** The period of the posts on the page, whether the reader has chosen it or not. */
  window?: FeedWindow | undefined
  /** The label for sorting by score (docs/spec/feeds.md#sorting). Without it, there are no sort links. */
  topLabel?: string
  /** True if the feed of followed topics, members and collections is offered. */
  hasFollowing?: boolean | undefined
  /** True if the list can be shown as a gallery, which is offered once only pictures and videos are chosen. */
  hasGallery?: boolean
}

/** Shows the types, models and sort orders as links, so that the filters are in the URL and work without JavaScript. */
export const FeedFilterLinks = cacheOnServer('Filters', (props: Props) => {
  const { window, topLabel, hasFollowing = false, hasGallery, ...list } = props
  const { filters } = list
  return (
    <nav
      aria-label={feedListTexts.filters}
      className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b pb-2 narrow:gap-x-0 narrow:pb-1"
    >
      <ul aria-label={feedListTexts.types} className="flex flex-wrap items-center gap-1">
        <Chip
          list={list}
          change={() => ({ types: [] })}
          isOn={filters.types.length === 0}
          label={feedListTexts.all}
        />
        {(filters.view ? galleryTypes : postTypes).map((type: PostType) => (
          <Chip
            key={type}
            list={list}
            change={({ types }) => ({ types: toggleFilterValue(postTypes, types, type) })}
            isOn={filters.types.includes(type)}
            label={type}
          />
        ))}
      </ul>
      <ModelPicker {...list} />
      {hasGallery && hasGalleryTypesOnly(filters) && <ViewSwitch {...list} />}
      <div className="ml-auto flex items-center cramped:flex-wrap">
        {topLabel && <SortLinks list={list} topLabel={topLabel} hasFollowing={hasFollowing} />}
        {window && <PeriodPicker window={window} list={list} />}
      </div>
    </nav>
  )
})

const Chip = ({ label, ...link }: LinkProps) => (
  <li>
    <FilterLink
      {...link}
      className={classNames(
        'control inline-flex items-center justify-center rounded-full border px-2 text-sm narrow:min-w-11 narrow:px-1.5',
        link.isOn ? 'border-ink bg-ink font-medium text-bg' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </FilterLink>
  </li>
)
