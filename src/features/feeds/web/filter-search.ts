import { modelIds, modelsFor, type PostType, postTypes } from '#features/catalogue/contract.ts'
import { isAnchor, type Sort, sorts } from '#features/feeds/contract.ts'

/** The filters as query parameters of the page: comma-separated lists, named as in the API. */
export type FilterSearch = { types?: string; models?: string; sortBy?: Sort }

/**
 * `isFollowing` selects the topics that the member follows, newest first. `after` is the cursor of the first
 * page.
 */
export type Choice = {
  types: PostType[]
  models: string[]
  sortBy: Sort
  isFollowing?: true | undefined
  after?: string
}

export const FOLLOWING = 'following'

/** Parses the query parameters and drops unknown values. */
export const readFilterSearch = (search: Record<string, unknown>): FilterSearch => {
  const types = parseList(search.types, postTypes)
  const models = modelsOfTypes(types, parseList(search.models, modelIds))
  const sortBy = sorts.find((sort) => sort === search.sortBy)
  return {
    ...(types.length ? { types: types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(sortBy ? { sortBy } : {}),
  }
}

/** The cursor in the query parameters, or an empty string for the first page. */
export const placeIn = ({ after }: Record<string, unknown>, isValidCursor = isAnchor): string =>
  typeof after === 'string' && isValidCursor(after) ? after : ''

/** Parses the filters of a page. `isValidCursor` checks a cursor of the list in question. */
export const choiceOf = (
  search: Record<string, unknown>,
  defaultSort: Sort,
  isValidCursor = isAnchor,
): Choice => {
  const { types, models, sortBy = defaultSort } = readFilterSearch(search)
  const after = placeIn(search, isValidCursor)
  return {
    types: parseList(types, postTypes),
    models: parseList(models, modelIds),
    sortBy,
    ...(after ? { after } : {}),
  }
}

/** The URL for these filters, starting at the first page. Omits default values. */
export const choiceHref = (path: string, choice: Choice, defaultSort: Sort, q = ''): string => {
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

/** Adds the value to the list or removes it. The result is in the order of `all`. */
export const toggled = <T extends string>(all: readonly T[], list: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !list.includes(each) : list.includes(each)))

/** Drops the models that are not offered for these types (docs/spec/feeds.md#filters). */
const modelsOfTypes = (types: readonly PostType[], models: readonly string[]): string[] => {
  const ids = new Set(modelsFor(types).map((model) => model.id))
  return models.filter((id) => ids.has(id))
}

const parseList = <T extends string>(text: unknown, allowed: readonly T[]): T[] => {
  const values = new Set(typeof text === 'string' ? text.split(',') : [])
  return allowed.filter((each) => values.has(each))
}
