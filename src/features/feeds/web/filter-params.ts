import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import { getModelsByType, type PostType } from '#core/model-catalogue.ts'
import { buildPostFilters, type PostFilters, pickPostFilters } from '#core/post-filters.ts'
import type { FeedSort } from '../contract.ts'
import { feedSorts, isFeedCursor } from '../contract-values.ts'

/**
 * The filters of a list. `sortBy` is a feed's sort order, unless the list has its own, as search results do.
 * `isFollowing` selects posts from the topics, members and collections that the member follows, newest first. `after`
 * is the cursor of the first page.
 */
export type FeedFilters<S extends string = FeedSort> = PostFilters & {
  sortBy: S
  /** The period that the reader chose for a feed sorted by `top`. Without it, the feed has its default period. */
  window?: FeedWindow
  isFollowing?: true | undefined
  after?: string
  /** Shows the pictures and videos of the list as a gallery. */
  view?: 'gallery' | undefined
}

/** The post types that a gallery shows, because their results are visual. */
export const galleryTypes = ['Image', 'Video'] as const satisfies PostType[]

export const FOLLOWING_FEED = 'following'

/** Returns the cursor from the query parameters, or an empty string for the first page. */
export const parseCursorParameter = (
  { after }: Record<string, unknown>,
  isValidCursor = isFeedCursor,
): string => (typeof after === 'string' && isValidCursor(after) ? after : '')

/**
 * Parses the filters of a page: comma-separated lists, named as in the API. Drops unknown values. `isValidCursor`
 * checks whether a cursor fits the page's list.
 */
export const parseFilters = <S extends string>(
  search: Record<string, unknown>,
  defaultSort: S,
  isValidCursor = isFeedCursor,
): FeedFilters<S | FeedSort> => {
  const filters = buildPostFilters((name, { values, normalize }) =>
    parseList(search[name], values, normalize),
  )
  const after = parseCursorParameter(search, isValidCursor)
  return {
    ...withOfferedModels(filters),
    sortBy: feedSorts.find((sort) => sort === search.sortBy) ?? defaultSort,
    ...(after ? { after } : {}),
  }
}

/**
 * Parses the filters of a feed. Only a feed that is sorted by `top` has a period. If the feed is shown as a gallery,
 * types that the gallery does not show are dropped, along with their models.
 */
export const parseFeedFilters = <S extends string = FeedSort>(
  search: Record<string, unknown>,
  defaultSort: S,
): FeedFilters<S | FeedSort> => {
  const parsed = parseFilters(search, defaultSort)
  const window = feedWindows.find((each) => each === search.window)
  const filters = parsed.sortBy === 'top' && window ? { ...parsed, window } : parsed
  return search.view === 'gallery' ? toGalleryFilters(filters) : filters
}

/** Returns true if all posts that match the filters can be shown in a gallery. */
export const hasGalleryTypesOnly = ({ types, view }: FeedFilters<string>): boolean =>
  view === 'gallery' ||
  (types.length > 0 && types.every((type) => galleryTypes.some((each) => each === type)))

/** Returns the filters for the gallery, without types and models that it does not show. */
export const toGalleryFilters = <S extends string>(filters: FeedFilters<S>): FeedFilters<S> => {
  const types = filters.types.filter((type) => galleryTypes.some((each) => each === type))
  const models = modelsOfTypes(types.length ? types : galleryTypes, filters.models)
  return { ...filters, types, models, view: 'gallery' }
}

/**
 * Returns the parameters that a list with these filters requests. If no type is chosen in a gallery, it requests the
 * gallery's types.
 */
export const getFeedParams = <S extends string>({
  view,
  ...filters
}: FeedFilters<S>): Omit<FeedFilters<S>, 'view'> =>
  view && filters.types.length === 0 ? { ...filters, types: [...galleryTypes] } : filters

/** Returns the URL for these filters, starting at the first page. Omits the default sort order. */
export const buildFiltersUrl = (
  path: string,
  filters: FeedFilters<string>,
  defaultSort: string,
  q = '',
): string => {
  const { isFollowing, sortBy, window, view } = filters
  const parameters = {
    q,
    ...pickPostFilters(withOfferedModels(filters)),
    feed: isFollowing && FOLLOWING_FEED,
    sortBy: isFollowing || sortBy === defaultSort ? '' : sortBy,
    window: isFollowing || sortBy !== 'top' ? '' : window,
    view,
  }
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value?.length ? [[name, String(value)]] : [])),
  ).toString()
  return search ? `${path}?${search}` : path
}

/** A list whose filters are in the URL. `usualSort` is the sort order that the URL omits, and `q` is the search query. */
export type FilteredList = { path: string; filters: FeedFilters<string>; usualSort: string; q?: string }

/** Adds the value to the list, or removes it if the list already contains it. The result is in the order of `all`. */
export const toggleFilterValue = <T extends string>(all: readonly T[], list: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !list.includes(each) : list.includes(each)))

/** Drops the models that are not offered for the chosen types (docs/spec/feeds.md#filters). */
const withOfferedModels = <T extends PostFilters>(filters: T): T => ({
  ...filters,
  models: modelsOfTypes(filters.types, filters.models),
})

const modelsOfTypes = (types: readonly PostType[], models: readonly string[]): string[] => {
  const offered = getModelsByType(types)
  return models.filter((id) => offered.some((model) => model.id === id))
}

const parseList = <T extends string>(
  text: unknown,
  allowed: readonly T[],
  normalize = (value: string): string => value,
): T[] => {
  const values = new Set(typeof text === 'string' ? text.split(',').map(normalize) : [])
  return allowed.filter((each) => values.has(each))
}
