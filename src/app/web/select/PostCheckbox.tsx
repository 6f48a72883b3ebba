import type { ChangeEvent } from 'react'
import { limits } from '#core/limits.ts'
import { showToast } from '#web/kit/toast.ts'
import { useStore } from '#web/store.ts'
import { EMPTY_SELECTION, getSelectionRange, postSelectionStore, setPostsSelected } from './selection.ts'
import { selectTexts } from './texts.ts'

type Props = {
  post: { id: number; title: string }
  /** The ids of all posts in the list, in display order. */
  order: readonly number[]
}

/**
 * A checkbox that selects the post below it. With Shift, it also selects all posts between this post and the last one
 * that was changed.
 */
export const PostCheckbox = ({ post: { id, title }, order }: Props) => {
  const isSelected = useStore(postSelectionStore, EMPTY_SELECTION).ids.has(id)
  const onChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    if (!setPostsSelected(isRange ? getSelectionRange(id, order) : [id], currentTarget.checked, id))
      showSelectionLimit()
  }
  return (
    <label className="control -mt-2 mb-1 flex items-center gap-2 text-sm text-muted select-none">
      <input
        type="checkbox"
        data-act="select"
        aria-label={selectTexts.selectPost(title)}
        checked={isSelected}
        onChange={onChange}
        // The scroll margin keeps the focused checkbox from being covered by the selection bar.
        className="size-4 scroll-my-40"
      />
      <span aria-hidden>{selectTexts.select}</span>
    </label>
  )
}

/** Shows a toast that no more posts can be selected. */
export const showSelectionLimit = (): void =>
  showToast({ title: selectTexts.tooMany(limits.bulkPosts), description: selectTexts.tooManyText })
