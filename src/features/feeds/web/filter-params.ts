import { modelIds, modelsFor, type PostType, postTypes } from '#core/model-catalogue.ts'
import type { FeedSort } from '../contract.ts'
import { feedSorts, isCursor } from '../contract-values.ts'

/** The filters as the page's query parameters: comma-separated lists, named as in the API. */
export type FilterParams = { types?: string; models?: string; sortBy?: FeedSort }

/**
 * `isFollowing` selects the topics that the member follows, newest first. `after` is the cursor of the first
 * page.
 */
export type FeedFilters = {
  types: PostType[]
  models: string[]
  sortBy: FeedSort
  isFollowing?: true | undefined
  after?: string
}

export const FOLLOWING = 'following'

/** Parses the query parameters and drops unknown values. */
export const parseFilterParams = (search: Record<string, unknown>): FilterParams => {
  const types = parseList(search.types, postTypes)
  const models = modelsOfTypes(types, parseList(search.models, modelIds))
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

/** The URL for these filters, starting at the first page. Omits default values. */
export const filtersUrl = (path: string, choice: FeedFilters, defaultSort: FeedSort, q = ''): string => {
  const models = modelsOfTypes(choice.types, choice.models)
  const search = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(choice.types.length ? { types: choice.types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(choice.isFollowing
      ? { feed: FOLLOWING }
      : choice.sortBy === defaultSort
        ? {}
        : { sortBy: choice.sortBy }),
  }).toString()
  return search ? `${path}?${search}` : path
}

/** Adds the value to the list, or removes it if it is there. The result is in the order of `all`. */
export const toggleValue = <T extends string>(all: readonly T[], list: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !list.includes(each) : list.includes(each)))

/** Drops the models that are not offered for these types (docs/spec/feeds.md#filters). */
const modelsOfTypes = (types: readonly PostType[], models: readonly string[]): string[] => {
  const offered = modelsFor(types)
  return models.filter((id) => offered.some((model) => model.id === id))
}

const parseList = <T extends string>(text: unknown, allowed: readonly T[]): T[] => {
  const values = new Set(typeof text === 'string' ? text.split(',') : [])
  return allowed.filter((each) => values.has(each))
}
