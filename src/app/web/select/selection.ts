import { limits } from '#core/limits.ts'
import { createStore } from '#web/store.ts'

/** The kind of list, which determines the actions on selected posts. */
export type SelectableListKind = 'posts' | 'private-posts' | 'bookmarks'

/** The selected posts. Posts can be selected in only one list at a time. */
type Selection = {
  ids: ReadonlySet<number>
  /** The id of the post that was last selected or deselected; a range begins there. */
  last: number | null
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), last: null }
export const postSelectionStore = createStore(EMPTY_SELECTION)

/** Selects or deselects posts. If the limit is exceeded, selects only the first posts and returns false. */
export const setPostsSelected = (
  ids: readonly number[],
  isSelected: boolean,
  last: number | null,
): boolean => {
  const selected = new Set(postSelectionStore.get().ids)
  for (const id of ids) {
    if (!isSelected) selected.delete(id)
    else if (selected.size < limits.bulkPosts) selected.add(id)
  }
  postSelectionStore.set({ ids: selected, last })
  return !isSelected || ids.every((id) => selected.has(id))
}

/** Returns the ids from the last changed post to `id`, in list order. Returns `id` alone if there is no such range. */
export const getSelectionRange = (id: number, order: readonly number[]): number[] => {
  const { last } = postSelectionStore.get()
  const [from, to] = [last === null ? -1 : order.indexOf(last), order.indexOf(id)]
  if (from < 0 || to < 0) return [id]
  // The range begins at the last changed post, so the limit cuts off the posts that are farthest from it.
  return from <= to ? order.slice(from, to + 1) : order.slice(to, from + 1).reverse()
}
