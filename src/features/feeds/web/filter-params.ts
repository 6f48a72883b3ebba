import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import { modelIds, modelsFor, type PostType, postTypes } from '#core/model-catalogue.ts'
import { modelId } from '#core/slugs.ts'
import type { FeedSort } from '../contract.ts'
import { feedSorts, isCursor } from '../contract-values.ts'

/** The filters as the page's query parameters: comma-separated lists, named as in the API. */
export type FilterParams = { types?: string; models?: string; sortBy?: FeedSort }

/**
 * The filters of a list. `sortBy` is the order of a feed unless the list has others, as search results do.
 * `isFollowing` selects the topics that the member follows, newest first. `after` is the cursor of the first page.
 */
export type FeedFilters<S extends string = FeedSort> = {
  types: PostType[]
  models: string[]
  sortBy: S
  /** The period of a feed sorted by `top`. */
  window?: FeedWindow
  isFollowing?: true | undefined
  after?: string
  /** Shows a topic's pictures and videos as a gallery. */
  view?: 'gallery' | undefined
}

/** The types of posts whose result can be seen at a glance. */
export const galleryTypes = ['Image', 'Video'] as const satisfies PostType[]

export const FOLLOWING = 'following'

/** Parses the query parameters and drops unknown values. Models may be given by id or by name. */
export const parseFilterParams = (search: Record<string, unknown>): FilterParams => {
  const types = parseList(search.types, postTypes)
  const models = modelsOfTypes(types, parseList(search.models, modelIds, modelId))
  const sortBy = feedSorts.find((sort) => sort === search.sortBy)
  return {
    ...(types.length ? { types: types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(sortBy ? { sortBy } : {}),
  }
}

/** The cursor in the query parameters, or an empty string for the first page. */
export const cursorIn = ({ after }: Record<string, unknown>, isValidCursor = isCursor): string =>
  typeof after === 'string' && isValidCursor(after) ? after : ''

/** Parses the filters of a page. `isValidCursor` checks a cursor of the list in question. */
export const parseFilters = (
  search: Record<string, unknown>,
  defaultSort: FeedSort,
  isValidCursor = isCursor,
): FeedFilters => {
  const { types, models, sortBy = defaultSort } = parseFilterParams(search)
  const after = cursorIn(search, isValidCursor)
  return {
    types: parseList(types, postTypes),
    models: parseList(models, modelIds),
    sortBy,
    ...(after ? { after } : {}),
  }
}

/** What a page shows unless its URL says otherwise. */
export type FeedDefaults<S extends string = FeedSort> = { sortBy: S; window: FeedWindow }

/** Parses the filters of a feed. If it is sorted by `top`, it is narrowed to a period. */
export const parseFeedFilters = (search: Record<string, unknown>, defaults: FeedDefaults): FeedFilters => {
  const choice = parseFilters(search, defaults.sortBy)
  if (choice.sortBy !== 'top') return choice
  return { ...choice, window: feedWindows.find((each) => each === search.window) ?? defaults.window }
}

/** Parses the filters of a topic. In its gallery, other types and their models are dropped. */
export const parseTopicFilters = (search: Record<string, unknown>, defaults: FeedDefaults): FeedFilters => {
  const choice = parseFeedFilters(search, defaults)
  return search.view === 'gallery' ? toGallery(choice) : choice
}

/** The same filters for the gallery. */
export const toGallery = (choice: FeedFilters): FeedFilters => {
  const types = choice.types.filter((type) => galleryTypes.some((each) => each === type))
  const models = modelsOfTypes(types.length ? types : galleryTypes, choice.models)
  return { ...choice, types, models, view: 'gallery' }
}

/** What a list with these filters requests: a gallery has only some types. */
export const feedParamsOf = <S extends string>({
  view,
  ...choice
}: FeedFilters<S>): Omit<FeedFilters<S>, 'view'> =>
  view && choice.types.length === 0 ? { ...choice, types: [...galleryTypes] } : choice

/** The URL for these filters, starting at the first page. Omits default values. */
export const filtersUrl = (
  path: string,
  choice: FeedFilters<string>,
  defaults: FeedDefaults<string>,
  q = '',
): string => {
  const models = modelsOfTypes(choice.types, choice.models)
  const search = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(choice.types.length ? { types: choice.types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(choice.isFollowing
      ? { feed: FOLLOWING }
      : choice.sortBy === defaults.sortBy
        ? {}
        : { sortBy: choice.sortBy }),
    ...windowParam(choice, defaults),
    ...(choice.view ? { view: choice.view } : {}),
  }).toString()
  return search ? `${path}?${search}` : path
}

const windowParam = (
  { isFollowing, sortBy, window }: FeedFilters<string>,
  defaults: FeedDefaults<string>,
): Record<string, string> =>
  isFollowing || sortBy !== 'top' || !window || window === defaults.window ? {} : { window }

/** Adds the value to the list, or removes it if it is there. The result is in the order of `all`. */
export const toggleValue = <T extends string>(all: readonly T[], list: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !list.includes(each) : list.includes(each)))

/** Drops the models that are not offered for these types (docs/spec/feeds.md#filters). */
const modelsOfTypes = (types: readonly PostType[], models: readonly string[]): string[] => {
  const offered = modelsFor(types)
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
