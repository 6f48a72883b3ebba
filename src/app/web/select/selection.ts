import { limits } from '#core/limits.ts'
import { createStore } from '#web/store.ts'

/** What a list contains, which decides what can be done with the selected posts. */
export type SelectableList = 'posts' | 'private-posts' | 'bookmarks'

/** The selected posts of the one list in which posts are being selected. */
type Selection = {
  ids: ReadonlySet<number>
  /** The post that was selected or deselected last, where a range begins. */
  last: number | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), last: null }
export const selection = createStore(NOTHING_SELECTED)

/** Selects or deselects posts. Returns false if there were more than can be selected; the first ones are. */
export const setSelected = (ids: readonly number[], isSelected: boolean, last: number | null): boolean => {
  const selected = new Set(selection.get().ids)
  for (const id of ids) {
    if (!isSelected) selected.delete(id)
    else if (selected.size < limits.bulkPosts) selected.add(id)
  }
  selection.set({ ids: selected, last })
  return !isSelected || ids.every((id) => selected.has(id))
}

/** The ids from the last changed one to `id`, in the order of the list; `id` alone if there is no such range. */
export const getSelectionRange = (id: number, order: readonly number[]): number[] => {
  const { last } = selection.get()
  const [from, to] = [last === null ? -1 : order.indexOf(last), order.indexOf(id)]
  if (from < 0 || to < 0) return [id]
  // The range begins at the last changed one, so that the limit cuts off what is furthest from it.
  return from <= to ? order.slice(from, to + 1) : order.slice(to, from + 1).reverse()
}
