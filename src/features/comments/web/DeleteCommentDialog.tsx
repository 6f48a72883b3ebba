import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comment, deleteComment, messages } from '#features/comments/contract.ts'
import { takeCommentAway } from '#features/comments/web/take-comment-away.ts'
import { texts } from '#features/comments/web/texts.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { toast } from '#web/kit/toast.ts'

type Props = { comment: Comment; onClose(): void }

/** Lazily loaded, hence the default export. */
const DeleteCommentDialog = ({ comment: { id, postId }, onClose }: Props) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await call(deleteComment, { params: { id } }).catch(ignoreNotFound)
      onClose()
      toast({ title: texts.deletedDone })
      await takeCommentAway(client, { id, postId })
    } catch (error) {
      setIsBusy(false)
      const description = error instanceof CallError ? error.said : undefined
      toast({ title: messages.deleteFailed, tone: 'danger', ...(description ? { description } : {}) })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.deleteTitle}
      description={texts.deleteText}
    >
      <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" busy={isBusy} busyLabel={texts.deleting} onClick={() => void remove()}>
          {texts.delete}
        </Button>
      </div>
    </Dialog>
  )
}

/** The comment was deleted in another tab or by a request whose response was lost, so the goal is reached. */
const ignoreNotFound = (error: unknown) => {
  if (error instanceof CallError && error.status === 404) return {}
  throw error
}

export default DeleteCommentDialog
