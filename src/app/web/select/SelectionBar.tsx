import { useEffect, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { useStore } from '#web/store.ts'
import { ChangeVisibilityDialog } from './ChangeVisibilityDialog.tsx'
import { DeleteSelectedDialog } from './DeleteSelectedDialog.tsx'
import { exportPosts } from './export-posts.ts'
import { showSelectionLimit } from './PostCheckbox.tsx'
import { RemoveBookmarksDialog } from './RemoveBookmarksDialog.tsx'
import {
  EMPTY_SELECTION,
  postSelectionStore,
  type SelectableListKind,
  setPostsSelected,
} from './selection.ts'
import { selectTexts } from './texts.ts'
import { useSelectionShortcuts } from './use-selection-shortcuts.ts'

const AddDialog = lazyDialog(() => import('#features/collections/web/AddDialog.tsx'))

type Props = { list: SelectableListKind; posts: readonly PostCard[]; onEnd(): void }

/**
 * Shows how many posts are selected and offers actions on them. It is above the list, or on phones at the bottom of the
 * screen.
 */
export const SelectionBar = ({ list, posts, onEnd }: Props) => {
  const { ids } = useStore(postSelectionStore, EMPTY_SELECTION)
  const selected = posts.filter(({ id }) => ids.has(id))
  const [opened, setOpened] = useState<'collections' | 'visibility' | 'delete' | 'remove' | null>(null)
  const firstButton = useRef<HTMLButtonElement>(null)
  const { isExporting, exportSelected } = useExport(list, selected, () => finish())
  useSelectionShortcuts(onEnd)
  useEffect(() => {
    firstButton.current?.focus({ preventScroll: true })
    return () => postSelectionStore.set(EMPTY_SELECTION)
  }, [])
  const isEmpty = posts.length === 0
  useEffect(() => {
    if (isEmpty) onEnd()
  }, [isEmpty, onEnd])

  const finish = () => {
    postSelectionStore.set(EMPTY_SELECTION)
    setOpened(null)
    // Waits until the dialog has tried to return focus to its button, which is disabled by then.
    setTimeout(() => firstButton.current?.focus({ preventScroll: true }), 50)
  }
  const count = selected.length
  const isFull = count > 0 && (count === posts.length || count >= limits.bulkPosts)
  const toggleAll = () => {
    const order = posts.map(({ id }) => id)
    if (!setPostsSelected(order, !isFull, null)) showSelectionLimit()
  }
  const action = { disabled: count === 0 || isExporting, className: 'button-quiet' }
  const dialog = { posts: selected, onClose: () => setOpened(null), onDone: finish }
  return (
    <section
      aria-label={selectTexts.bar}
      className="selection-bar sticky z-10 flex flex-wrap items-center gap-2 border-line bg-bg py-2 wide:top-14 wide:border-b narrow:order-last narrow:bottom-0 narrow:-mx-4 narrow:border-t narrow:px-4 narrow:pb-[max(8px,env(safe-area-inset-bottom))] wide:pointer-coarse:top-16"
    >
      <div className="flex items-center gap-2 narrow:w-full cramped:flex-wrap">
        <p role="status" className="text-sm font-medium whitespace-nowrap narrow:grow">
          {selectTexts.selected(count)}
        </p>
        <Button ref={firstButton} variant="ghost" className="button-quiet" onClick={toggleAll}>
          {isFull ? selectTexts.selectNone : selectTexts.selectAll}
        </Button>
        <Button className="button-quiet wide:hidden" onClick={onEnd}>
          {selectTexts.done}
        </Button>
      </div>
      <div className="flex grow flex-wrap items-center gap-2">
        <Button {...action} onPointerEnter={AddDialog.preload} onClick={() => setOpened('collections')}>
          {selectTexts.addToCollection}
        </Button>
        <Button
          {...action}
          busy={isExporting}
          busyLabel={selectTexts.exporting}
          onClick={() => void exportSelected()}
        >
          {selectTexts.export}
        </Button>
        {list === 'bookmarks' ? (
          <Button {...action} onClick={() => setOpened('remove')}>
            {selectTexts.removeBookmarks}
          </Button>
        ) : (
          <>
            <Button {...action} onClick={() => setOpened('visibility')}>
              {list === 'posts' ? selectTexts.makePrivate : selectTexts.makePublic}
            </Button>
            <Button {...action} onClick={() => setOpened('delete')}>
              {selectTexts.delete}
            </Button>
          </>
        )}
        <Button className="button-quiet ml-auto narrow:hidden" onClick={onEnd}>
          {selectTexts.done}
        </Button>
      </div>
      {opened === 'collections' && (
        <AddDialog
          postIds={selected.map(({ id }) => id)}
          onClose={(isChanged) => {
            if (!isChanged) return setOpened(null)
            showToast({ title: selectTexts.collectionsChanged, tone: 'success' })
            finish()
          }}
        />
      )}
      {opened === 'visibility' && <ChangeVisibilityDialog {...dialog} isPrivate={list === 'posts'} />}
      {opened === 'delete' && <DeleteSelectedDialog {...dialog} />}
      {opened === 'remove' && <RemoveBookmarksDialog {...dialog} />}
    </section>
  )
}

const useExport = (list: SelectableListKind, posts: readonly PostCard[], onDone: () => void) => {
  const site = useSite()
  const [isExporting, setIsExporting] = useState(false)
  const exportSelected = async () => {
    setIsExporting(true)
    try {
      showToast({ tone: 'success', ...(await exportPosts(list, posts, site.url)) })
      onDone()
    } catch (error) {
      showToast({
        title: selectTexts.exportFailed,
        description: getErrorMessage(error, selectTexts.again),
        tone: 'danger',
      })
    } finally {
      setIsExporting(false)
    }
  }
  return { isExporting, exportSelected }
}
