import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, callApi } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { Comment, deleteComment } from '../contract.ts'
import { commentMessages } from '../contract-values.ts'
import { removeCommentOptimistically } from './remove-optimistically.ts'
import { commentTexts } from './texts.ts'

type Props = { comment: Comment; onClose(): void }

/** Asks for confirmation before a comment is deleted. This component is lazily loaded, so it is a default export. */
const DeleteCommentDialog = ({ comment: { id, postId }, onClose }: Props) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await callApi<typeof deleteComment>('DELETE /api/comments/:id', { params: { id } }).catch(
        ignoreNotFound,
      )
      onClose()
      showToast({ title: commentTexts.deletedToast })
      await removeCommentOptimistically(client, { id, postId })
    } catch (error) {
      setIsBusy(false)
      const description = error instanceof ApiError ? error.userMessage : undefined
      showToast({
        title: commentMessages.deleteFailed,
        tone: 'danger',
        ...(description ? { description } : {}),
      })
    }
  }
  return (
    <ConfirmDialog
      title={commentTexts.deleteTitle}
      text={commentTexts.deleteText}
      confirmLabel={commentTexts.delete}
      busyLabel={commentTexts.deleting}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

/** Treats a 404 as success, because the comment was deleted in another tab or by a request whose response was lost. */
const ignoreNotFound = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return {}
  throw error
}

export default DeleteCommentDialog
