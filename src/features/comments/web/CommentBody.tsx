import { useState } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import { CommentActions } from '#features/comments/web/CommentActions.tsx'
import { CommentText } from '#features/comments/web/CommentText.tsx'
import type { Thread } from '#features/comments/web/thread.ts'
import { later } from '#web/later.tsx'

const EditCommentForm = later(() => import('./EditCommentForm.tsx'))

type Props = { comment: Comment; thread: Thread; author: string; isPending: boolean }

/** The text of a comment, which its author can edit in place, and its actions. */
export const CommentBody = ({ comment, thread, author, isPending }: Props) => {
  // The text stays visible until the code of the form is loaded, and shows the changes while they are saved.
  const [form, setForm] = useState<'closed' | 'opening' | 'open' | 'saving'>('closed')
  const edit = () => {
    EditCommentForm.prepare()
    setForm('opening')
  }
  return (
    <div className="mt-1 pl-7">
      {form !== 'open' && (
        <CommentText
          comment={comment}
          author={author}
          href={thread.hrefOf(comment.id)}
          isTarget={comment.id === thread.target}
        />
      )}
      {form !== 'closed' && (
        <EditCommentForm comment={comment} isSaving={form === 'saving'} onChange={setForm} />
      )}
      {form !== 'open' && !isPending && (
        <CommentActions
          comment={comment}
          thread={thread}
          author={author}
          onEdit={edit}
          prepareEdit={EditCommentForm.prepare}
        />
      )}
    </div>
  )
}
