import { modelIds, postTypes } from './model-catalogue.ts'
import { modelNameToId } from './slugs.ts'

type PostFilter = {
  /** The name of one value, in error messages and in searches (`type:image`). */
  valueName: string
  values: readonly string[]
  /** Converts a value in a page's URL, for which pages accept other spellings than the API. */
  normalize?: (value: string) => string
}

/**
 * The filters of feeds and searches, by the name of their query parameter, in the order in which URLs contain them. A
 * post matches a filter if it matches one of the chosen values.
 */
export const postFilters = {
  types: { valueName: 'type', values: postTypes },
  models: { valueName: 'model', values: modelIds, normalize: modelNameToId },
} as const satisfies Record<string, PostFilter>

export type PostFilterName = keyof typeof postFilters

/** The chosen values of each filter. An empty list means that the filter is not set. */
export type PostFilters = { [Name in PostFilterName]: (typeof postFilters)[Name]['values'][number][] }

export const postFilterNames = Object.keys(postFilters) as PostFilterName[]

/** `getValues` returns the chosen values of a filter, which have to be among its `values`. */
export const buildPostFilters = (
  getValues: (name: PostFilterName, filter: PostFilter) => readonly string[],
): PostFilters =>
  Object.fromEntries(postFilterNames.map((name) => [name, getValues(name, postFilters[name])])) as PostFilters

export const noPostFilters: PostFilters = buildPostFilters(() => [])

/** Returns the filters of an object that has other properties, too. */
export const pickPostFilters = (filters: PostFilters): PostFilters =>
  buildPostFilters((name) => filters[name])

export const hasPostFilters = (filters: PostFilters): boolean =>
  postFilterNames.some((name) => filters[name].length > 0)
