import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { lazyDialog, lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { Comment } from '../contract.ts'
import { COMMENT_EDIT_WINDOW_MS } from '../contract-values.ts'
import { can } from '../policy.ts'
import { CommentForm } from './CommentForm.tsx'
import type { CommentThread } from './comment-thread.ts'
import { removeCommentOptimistically } from './remove-optimistically.ts'
import { commentTexts } from './texts.ts'

/**
 * Returns true if the member can edit the comment. Returns false during server-side rendering, when there is no
 * browser clock.
 */
const useCanEdit = (comment: Comment): boolean => {
  const user = useCurrentUser()
  const [now, setNow] = useState<number>()
  const isOwn = user !== null && user.id === comment.userId
  const end = comment.createdAt.getTime() + COMMENT_EDIT_WINDOW_MS
  useEffect(() => {
    if (!isOwn || end <= Date.now()) return
    setNow(Date.now())
    const timer = setTimeout(() => setNow(Date.now()), end - Date.now())
    return () => clearTimeout(timer)
  }, [isOwn, end])
  return now !== undefined && can.editComment(user, comment, now)
}

const CommentMenu = lazyWithPreload(() => import('./CommentMenu.tsx'))
const DeleteCommentDialog = lazyDialog(() => import('./DeleteCommentDialog.tsx'))

const quiet = buttonClasses('ghost', 'button-quiet')

type Props = { comment: Comment; thread: CommentThread; author: string; onEdit(): void; prepareEdit(): void }

/** Shows the votes, Reply, Edit and Delete for the author, Remove for admins, and a menu with Share and Report. */
export const CommentActions = ({ comment, thread, author, onEdit, prepareEdit }: Props) => {
  const user = useCurrentUser()
  const [isReplying, setReplying] = useState(false)
  const reply = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const canEdit = useCanEdit(comment)
  const canDelete = can.deleteComment(user, comment)
  const client = useQueryClient()
  const remove = () =>
    removalRequestStore.set({
      kind: 'comment',
      id: comment.id,
      author,
      onRemoved: () => void removeCommentOptimistically(client, comment),
    })
  return (
    <>
      <div className="-ml-2.5 flex flex-wrap items-center">
        {thread.renderVotes(comment)}
        {user && !user.isMuted && (
          <button
            ref={reply}
            type="button"
            aria-expanded={isReplying}
            onClick={() => setReplying(!isReplying)}
            className={quiet}
          >
            <Icon name="reply" size={14} />
            {commentTexts.reply}
          </button>
        )}
        {canEdit && (
          <button type="button" onPointerEnter={prepareEdit} onClick={onEdit} className={quiet}>
            <Icon name="pencil" size={14} />
            {commentTexts.editComment}
          </button>
        )}
        {(canDelete || can.removeComment(user, comment)) && (
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={preloadDialog}
            onClick={canDelete ? () => setDeleting(true) : remove}
            className={quiet}
          >
            <Icon name="trash-2" size={14} />
            <span>{canDelete ? commentTexts.delete : commentTexts.remove}</span>
          </button>
        )}
        <span className="control-square">
          <CommentMenu comment={comment} thread={thread} author={author} onReply={() => setReplying(true)} />
        </span>
      </div>
      {/*
       * Muted members have no Reply button, so the form is always rendered for them, in case they still have a draft.
       */}
      {(isReplying || user?.isMuted) && (
        <CommentForm
          postId={comment.postId}
          parentId={comment.id}
          label={commentTexts.writeReply(author)}
          onClose={() => {
            setReplying(false)
            reply.current?.focus({ preventScroll: true })
          }}
        />
      )}
      {isDeleting && <DeleteCommentDialog comment={comment} onClose={() => setDeleting(false)} />}
    </>
  )
}
