import type { QueryClient } from '@tanstack/react-query'

type Item = Record<string, unknown>

/** Tells one thing from all others in the cache, wherever it lies: posts and comments never share an id, users may. */
export type IsIt = (item: Item) => boolean

/** A post, in lists and on its own page. */
export const isPost =
  (id: number): IsIt =>
  (item) =>
    item.id === id && 'promptLength' in item

/** A comment, at any depth. */
export const isComment =
  (id: number): IsIt =>
  (item) =>
    item.id === id && 'parentId' in item

/** Changes every cached copy of one thing at once, in lists, pages and trees; what it does not touch stays the same object. */
export const patchEverywhere = (client: QueryClient, isIt: IsIt, change: (item: never) => unknown): void => {
  for (const query of client.getQueryCache().getAll()) {
    const had = query.state.data
    const has = patched(had, isIt, change as (item: Item) => unknown)
    // The time stays: a patch is not news from the server.
    if (has === had) continue
    const { dataUpdatedAt, isInvalidated } = query.state
    query.setData(has, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}

/** The same value where nothing in it changed. */
const patched = (value: unknown, isIt: IsIt, change: (item: Item) => unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => patched(item, isIt, change))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const item = value as Item
  if (isIt(item)) return change(item)
  let next = item
  for (const [key, had] of Object.entries(item)) {
    const has = patched(had, isIt, change)
    if (has === had) continue
    if (next === item) next = { ...item }
    next[key] = has
  }
  return next
}
