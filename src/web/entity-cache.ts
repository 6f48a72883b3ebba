import type { QueryClient } from '@tanstack/react-query'

type Item = Record<string, unknown>

/**
 * Matches one entity anywhere in the query cache. Posts and comments never share an id, but a user may have
 * the same id as one of them.
 */
export type EntityMatcher = (item: Item) => boolean

/**
 * Updates every cached copy of one entity, in lists, pages and trees. Objects without a copy keep their
 * identity.
 */
export const patchCachedEntity = (
  client: QueryClient,
  isIt: EntityMatcher,
  change: (item: never) => unknown,
): void => {
  for (const query of client.getQueryCache().getAll()) {
    const before = query.state.data
    const after = patched(before, isIt, change as (item: Item) => unknown)
    if (after === before) continue
    // The update time stays, since a patch does not come from the server.
    const { dataUpdatedAt, isInvalidated } = query.state
    query.setData(after, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}

/** Returns the same value if nothing in it changed. */
const patched = (value: unknown, isIt: EntityMatcher, change: (item: Item) => unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => patched(item, isIt, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const item = value as Item
  if (isIt(item)) return change(item)
  let next = item
  for (const [key, before] of Object.entries(item)) {
    const after = patched(before, isIt, change)
    if (after === before) continue
    if (next === item) next = { ...item }
    next[key] = after
  }
  return next
}
