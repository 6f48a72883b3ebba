import { classNames } from '#web/kit/class-names.ts'
import { type FilterChange, FilterLink } from './FilterLink.tsx'
import { type FilteredList, toGalleryFilters } from './filter-params.ts'
import { feedListTexts } from './texts.ts'

/** Links that switch between the list and the gallery, and keep the filters. */
export const ViewSwitch = (list: FilteredList) => {
  const { view } = list.filters
  const link = (label: string, change: FilterChange, isOn: boolean) => (
    <li>
      <FilterLink
        list={list}
        change={change}
        isOn={isOn}
        keepScroll={false}
        className={classNames(
          'control inline-flex items-center rounded-md px-3 text-sm',
          isOn ? 'bg-sunken font-medium text-ink' : 'text-muted hover:text-ink',
        )}
      >
        {label}
      </FilterLink>
    </li>
  )
  return (
    <nav aria-label={feedListTexts.view}>
      <ul className="flex rounded-lg border">
        {link(feedListTexts.list, () => ({ view: undefined }), !view)}
        {link(feedListTexts.gallery, toGalleryFilters, view === 'gallery')}
      </ul>
    </nav>
  )
}
