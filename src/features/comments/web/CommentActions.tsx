import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import { shareLink } from '#features/posts/web/share-link.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { isModeratorOf, moderationRequestStore } from '#web/moderation-request.ts'
import { useNavigation, useSite } from '#web/navigation/navigation-context.ts'
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

const DeleteCommentDialog = lazyDialog(() => import('./DeleteCommentDialog.tsx'))

const quiet = buttonClasses('ghost', 'button-quiet')

type Props = { comment: Comment; thread: CommentThread; author: string; onEdit(): void; prepareEdit(): void }

/** Shows the votes, and the Reply, Share and Report buttons, plus Edit and Delete for the author and Remove for admins. */
export const CommentActions = ({ comment, thread, author, onEdit, prepareEdit }: Props) => {
  const site = useSite()
  const user = useCurrentUser()
  const [isReplying, setReplying] = useState(false)
  const reply = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const canEdit = useCanEdit(comment)
  const canDelete = can.deleteComment(user, comment)
  const action = isModeratorOf(user, thread.topicId) ? 'moderate' : 'report'
  const navigation = useNavigation()
  const report = () =>
    user
      ? moderationRequestStore.set({ action, subject: { kind: 'comment', id: comment.id } })
      : void navigation.push(
          paths.legalNotice(site.url + paths.comment({ id: comment.postId, isPrivate: false }, comment.id)),
        )
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
        {!user?.isMuted && (
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
        <button
          type="button"
          onClick={() =>
            void shareLink(commentTexts.shareTitle(author), site.url + thread.hrefOf(comment.id))
          }
          className={quiet}
        >
          <Icon name="share-2" size={14} />
          {commentTexts.share}
        </button>
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
        {user?.id !== comment.userId && !user?.isSuspended && (
          <button type="button" onClick={report} className={quiet}>
            <Icon name="flag" size={14} />
            {commentTexts[action]}
          </button>
        )}
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
