import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeBookmarks } from '#features/bookmarks/web/remove-bookmarks.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { SelectionDialogProps } from './DeleteSelectedDialog.tsx'
import { showBulkResult } from './show-bulk-result.ts'
import { selectTexts } from './texts.ts'

/** Asks for confirmation and removes the bookmarks of the selected posts. */
export const RemoveBookmarksDialog = ({ posts: selected, onClose, onDone }: SelectionDialogProps) => {
  const client = useQueryClient()
  // Keeps the initial posts because the list is refetched without them while their bookmarks are being
  // removed.
  const [posts] = useState(selected)
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      const ids = posts.map(({ id }) => id)
      showBulkResult(await removeBookmarks(client, ids), selectTexts.removed)
      onDone()
    } catch (error) {
      setIsBusy(false)
      showToast({
        title: selectTexts.removeFailed,
        description: getErrorMessage(error, selectTexts.again),
        tone: 'danger',
      })
    }
  }
  return (
    <ConfirmDialog
      title={selectTexts.removeTitle(posts.length)}
      text={selectTexts.removeText}
      confirmLabel={selectTexts.remove}
      busyLabel={selectTexts.removing}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
