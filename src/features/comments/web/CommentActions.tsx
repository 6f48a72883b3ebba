import EditIcon from 'lucide-react/icons/pencil'
import ReplyIcon from 'lucide-react/icons/reply'
import ShareIcon from 'lucide-react/icons/share-2'
import DeleteIcon from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import { may } from '#features/comments/may.ts'
import { CommentForm } from '#features/comments/web/CommentForm.tsx'
import { texts } from '#features/comments/web/texts.ts'
import type { Thread } from '#features/comments/web/thread.ts'
import { useCanEdit } from '#features/comments/web/use-can-edit.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { shareLink } from '#features/posts/web/share-link.ts'
import { VoteButtons } from '#features/votes/web/VoteButtons.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { later } from '#web/later.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'

const DeleteCommentDialog = later(() => import('./DeleteCommentDialog.tsx'))
const RemoveCommentDialog = later(() => import('./RemoveCommentDialog.tsx'))

const quiet = buttonClasses(
  'ghost',
  'px-2! gap-1.5 text-xs! narrow:px-1! narrow:min-w-11 narrow:[&>svg]:hidden',
)

type Props = { comment: Comment; thread: Thread; author: string; onEdit(): void; prepareEdit(): void }

/** Votes, Reply and Share, plus Edit and Delete for the author and Remove for admins. */
export const CommentActions = ({ comment, thread, author, onEdit, prepareEdit }: Props) => {
  const site = useSite()
  const user = useCurrentUser()
  const [isReplying, setReplying] = useState(false)
  const reply = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const canEdit = useCanEdit(comment)
  const canDelete = may.deleteComment(user, comment)
  return (
    <>
      <div className="-ml-2.5 flex flex-wrap items-center">
        <VoteButtons
          target={{ postId: comment.postId, commentId: comment.id }}
          score={comment.score}
          myVote={comment.myVote}
          size={16}
          className="mr-1"
        />
        {!user?.isMuted && (
          <button
            ref={reply}
            type="button"
            aria-expanded={isReplying}
            onClick={() => setReplying(!isReplying)}
            className={quiet}
          >
            <ReplyIcon size={14} />
            {texts.reply}
          </button>
        )}
        <button
          type="button"
          onClick={() => void shareLink(texts.shareTitle(author), site.url + thread.hrefOf(comment.id))}
          className={quiet}
        >
          <ShareIcon size={14} />
          {texts.share}
        </button>
        {canEdit && (
          <button type="button" onPointerEnter={prepareEdit} onClick={onEdit} className={quiet}>
            <EditIcon size={14} />
            {texts.editComment}
          </button>
        )}
        {(canDelete || may.removeComment(user, comment)) && (
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={prepareDialog}
            onClick={() => setDeleting(true)}
            className={quiet}
          >
            <DeleteIcon size={14} />
            {canDelete ? texts.delete : texts.remove}
          </button>
        )}
      </div>
      {/* Muted members have no Reply button, but may have a draft. */}
      {(isReplying || user?.isMuted) && (
        <CommentForm
          postId={comment.postId}
          parentId={comment.id}
          label={texts.writeReply(author)}
          onClose={() => {
            setReplying(false)
            reply.current?.focus({ preventScroll: true })
          }}
        />
      )}
      {isDeleting && canDelete && (
        <DeleteCommentDialog comment={comment} onClose={() => setDeleting(false)} />
      )}
      {isDeleting && !canDelete && (
        <RemoveCommentDialog comment={comment} author={author} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}
