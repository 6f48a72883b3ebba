import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePostsVisibility } from '#features/posts/web/set-visibility.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { SelectionDialogProps } from './DeleteSelectedDialog.tsx'
import { showBulkResult } from './show-bulk-result.ts'
import { selectTexts } from './texts.ts'

/** Explains what will change for readers, asks for confirmation, and makes the selected posts private or public. */
export const ChangeVisibilityDialog = ({
  posts: selected,
  isPrivate,
  onClose,
  onDone,
}: SelectionDialogProps & { isPrivate: boolean }) => {
  const client = useQueryClient()
  // Keeps the initial posts because the list is refetched without them while they are being changed.
  const [posts] = useState(selected)
  const [isBusy, setIsBusy] = useState(false)
  const change = async () => {
    setIsBusy(true)
    try {
      const result = await changePostsVisibility(client, posts, isPrivate)
      showBulkResult(result, isPrivate ? selectTexts.madePrivate : selectTexts.madePublic)
      onDone()
    } catch (error) {
      setIsBusy(false)
      showToast({
        title: selectTexts.visibilityFailed,
        description: getErrorMessage(error, selectTexts.again),
        tone: 'danger',
      })
    }
  }
  return (
    <ConfirmDialog
      title={(isPrivate ? selectTexts.privateTitle : selectTexts.publicTitle)(posts.length)}
      text={isPrivate ? selectTexts.privateText : selectTexts.publicText}
      confirmLabel={isPrivate ? selectTexts.makePrivate : selectTexts.makePublic}
      busyLabel={selectTexts.changing}
      isHarmless
      isBusy={isBusy}
      onConfirm={() => void change()}
      onClose={onClose}
    />
  )
}
