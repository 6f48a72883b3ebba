import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Entities, EntityKind, EntityVisitor } from './entities.ts'
import { type CachedList, getQueryDefinition } from './query-key.ts'

/**
 * Changes every cached copy of one entity, in lists, pages and trees. Objects that contain no copy keep their identity.
 */
export const patchEntity = <K extends EntityKind>(
  client: QueryClient,
  kind: K,
  id: number,
  change: (entity: Entities[K]) => Entities[K],
): void => {
  for (const query of client.getQueryCache().getAll()) {
    const before = query.state.data
    const after = visitEntities(query, kind, (entity) => (entity.id === id ? change(entity) : entity))
    if (after === before) continue
    // `dataUpdatedAt` stays the same, because a patch does not come from the server.
    const { dataUpdatedAt, isInvalidated } = query.state
    query.setData(after, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}

/** Returns a cached copy of an entity, if any. */
export const findEntity = <K extends EntityKind>(
  client: QueryClient,
  kind: K,
  id: number,
): Entities[K] | undefined => {
  let found: Entities[K] | undefined
  for (const query of client.getQueryCache().getAll())
    visitEntities(query, kind, (entity) => {
      if (entity.id === id) found ??= entity
      return entity
    })
  return found
}

/**
 * Matches the queries for one entity's page, such as a post's page or a member's profile, but not queries for
 * lists, which contain only copies.
 */
export const entityQueryFilter = (kind: EntityKind, id: number): Pick<QueryFilters, 'predicate'> => ({
  predicate: (query) => {
    if (getQueryDefinition(query.queryKey).shows !== kind) return false
    let isShown = false
    visitEntities(query, kind, (entity) => {
      isShown ||= entity.id === id
      return entity
    })
    return isShown
  },
})

/** Refetches the queries for an entity's page. Use `patchEntity` to update its copies in lists. */
export const invalidateEntity = (client: QueryClient, kind: EntityKind, id: number): Promise<void> =>
  client.invalidateQueries(entityQueryFilter(kind, id))

/** Matches the queries that a change to a list invalidates. */
export const dependentQueryFilter = (
  name: CachedList,
  refetchTypes: readonly unknown[] = REFETCH_TYPES,
): Pick<QueryFilters, 'predicate'> => ({
  predicate: ({ queryKey }) => refetchTypes.includes(getQueryDefinition(queryKey).invalidatedBy?.[name]),
})

const REFETCH_TYPES = ['none', 'active'] as const

/** Invalidates the queries that depend on a list; each query's definition determines when it is refetched. */
export const invalidateLists = async (client: QueryClient, name: CachedList): Promise<void> => {
  await Promise.all(
    REFETCH_TYPES.map((refetchType) =>
      client.invalidateQueries({ ...dependentQueryFilter(name, [refetchType]), refetchType }),
    ),
  )
}

const visitEntities = <K extends EntityKind>(
  { queryKey, state: { data } }: Query,
  kind: K,
  visit: (entity: Entities[K]) => Entities[K],
): unknown => {
  const { entities } = getQueryDefinition(queryKey)
  if (!entities || data === undefined) return data
  const visitKind = (each: EntityKind, entity: Entities[K]) => (each === kind ? visit(entity) : entity)
  return entities(data as never, visitKind as EntityVisitor)
}
