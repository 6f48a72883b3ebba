import { modelIds, modelsFor, type PostType, postTypes } from '#features/catalogue/contract.ts'
import { isAnchor, type Sort, sorts } from '#features/feeds/contract.ts'

/** A choice as the address carries it: comma-joined lists, named as in the API. */
export type FilterSearch = { types?: string; models?: string; sortBy?: Sort }

/** `isFollowing`: of the topics that the member follows, newest first. `after`: from behind that post on. */
export type Choice = {
  types: PostType[]
  models: string[]
  sortBy: Sort
  isFollowing?: true | undefined
  after?: string
}

export const FOLLOWING = 'following'

/** What an address asks for; whatever the site does not know is dropped. */
export const readFilterSearch = (search: Record<string, unknown>): FilterSearch => {
  const types = knownIn(search.types, postTypes)
  const models = offered(types, knownIn(search.models, modelIds))
  const sortBy = sorts.find((sort) => sort === search.sortBy)
  return {
    ...(types.length ? { types: types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(sortBy ? { sortBy } : {}),
  }
}

/** Behind which post a list begins by its address; empty where with its first. */
export const placeIn = ({ after }: Record<string, unknown>, isPlace = isAnchor): string =>
  typeof after === 'string' && isPlace(after) ? after : ''

/** The choice of an address; `isPlace` tells an anchor of the list that it is for. */
export const choiceOf = (search: Record<string, unknown>, usualSort: Sort, isPlace = isAnchor): Choice => {
  const { types, models, sortBy = usualSort } = readFilterSearch(search)
  const after = placeIn(search, isPlace)
  return {
    types: knownIn(types, postTypes),
    models: knownIn(models, modelIds),
    sortBy,
    ...(after ? { after } : {}),
  }
}

/** The address of a choice, from its first post on; what the page does anyway is left out. */
export const choiceHref = (path: string, choice: Choice, usualSort: Sort, q = ''): string => {
  const models = offered(choice.types, choice.models)
  const search = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(choice.types.length ? { types: choice.types.join(',') } : {}),
    ...(models.length ? { models: models.join(',') } : {}),
    ...(choice.isFollowing
      ? { feed: FOLLOWING }
      : choice.sortBy === usualSort
        ? {}
        : { sortBy: choice.sortBy }),
  }).toString()
  return search ? `${path}?${search}` : path
}

/** Adds what is not in the list, takes away what is; the order is that of all there are. */
export const toggled = <T extends string>(all: readonly T[], list: readonly T[], one: T): T[] =>
  all.filter((each) => (each === one ? !list.includes(each) : list.includes(each)))

/** A change of type drops the models that are not offered for it (section 4). */
const offered = (types: readonly PostType[], models: readonly string[]): string[] => {
  const ids = new Set(modelsFor(types).map((model) => model.id))
  return models.filter((id) => ids.has(id))
}

const knownIn = <T extends string>(text: unknown, known: readonly T[]): T[] => {
  const asked = new Set(typeof text === 'string' ? text.split(',') : [])
  return known.filter((each) => asked.has(each))
}
