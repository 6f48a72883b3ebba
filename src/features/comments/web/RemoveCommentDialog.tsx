import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#features/comments/contract.ts'
import { takeCommentAway } from '#features/comments/web/take-comment-away.ts'
import { ReasonDialog } from '#features/posts/web/remove/ReasonDialog.tsx'
import { texts } from '#features/posts/web/remove/texts.ts'
import { removeComment } from '#features/removals/contract.ts'
import { call } from '#web/call.ts'

type Props = { comment: Comment; author: string; onClose(): void }

/** Lets an admin remove the comment of another member. Lazily loaded. */
const RemoveCommentDialog = ({ comment, author, onClose }: Props) => {
  const client = useQueryClient()
  return (
    <ReasonDialog
      draft={`remove-comment:${comment.id}`}
      title={texts.removeComment}
      text={texts.removeCommentText(author)}
      send={(body) => call(removeComment, { params: { id: comment.id }, body })}
      onGone={() => void takeCommentAway(client, comment)}
      onClose={onClose}
    />
  )
}

export default RemoveCommentDialog
