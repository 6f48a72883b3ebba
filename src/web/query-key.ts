import type { EntityKind, EntityVisitor } from './entities.ts'

declare const isDefined: unique symbol
type QueryName = string & { readonly [isDefined]: true }

/**
 * A key whose first element is a name that only `defineQueryKey` creates, so a key written out elsewhere does not
 * compile.
 */
export type DefinedQueryKey = readonly [QueryName, ...unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: DefinedQueryKey
  }
}

/**
 * The lists that a change can invalidate, such as all lists of posts. Features add theirs by declaration merging, as
 * for `Entities`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their lists by declaration merging
export interface CachedLists {}

export type CachedList = keyof CachedLists

type QueryDefinition = {
  /** Traverses the entities in the data; composed of the functions in `entities.ts`. */
  entities?: (data: never, visit: EntityVisitor) => unknown
  /** The kind of entity that the query fetches. Not set for lists, because their items are copies of entities. */
  shows?: EntityKind
  /**
   * The lists whose changes invalidate the data. `active` refetches the data immediately if it is on screen.
   * `none` waits for the next visit, so nothing moves while someone is reading.
   */
  invalidatedBy?: Partial<Record<CachedList, 'active' | 'none'>>
}

const definitions = new Map<unknown, QueryDefinition>()

/**
 * Defines the queries whose keys begin with `name`, and returns the function that builds these keys. The definition is
 * looked up by name rather than attached to a query, so it also applies to data that was rendered on the server.
 */
export const defineQueryKey = (name: string, definition: QueryDefinition = {}) => {
  definitions.set(name, definition)
  return <const Rest extends readonly unknown[]>(...rest: Rest): readonly [QueryName, ...Rest] => [
    name as QueryName,
    ...rest,
  ]
}

export const getQueryDefinition = (queryKey: readonly unknown[]): QueryDefinition =>
  definitions.get(queryKey[0]) ?? {}
