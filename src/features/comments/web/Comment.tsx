import { useEffect, useRef, useState } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import type { Comment as OneComment } from '../contract.ts'
import { CommentContent } from './CommentContent.tsx'
import { CommentReplies } from './CommentReplies.tsx'
import { type CommentThread, countThreadComments, MAX_INDENT_ON_PHONES } from './comment-thread.ts'
import { commentTexts } from './texts.ts'

type Props = {
  comment: OneComment
  thread: CommentThread
  depth: number
  /** The author of the parent comment. */
  parentAuthor?: string
}

/** Shows a comment with its replies, which can be collapsed together. */
export const Comment = ({ comment, thread, depth, parentAuthor }: Props) => {
  const [isOpen, setOpen] = useState(true)
  const article = useRef<HTMLElement>(null)
  const isTarget = comment.id === thread.target
  const author = comment.user?.username ?? commentTexts.deleted
  useEffect(() => {
    if (isTarget) article.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
  return (
    <article
      ref={article}
      id={`comment-${comment.id}`}
      tabIndex={-1}
      aria-label={commentTexts.nameOf(author)}
      aria-busy={comment.id < 0 || undefined}
      className={classNames(
        'mt-4 outline-offset-4',
        depth > 0 &&
          (depth <= MAX_INDENT_ON_PHONES
            ? 'border-l pl-4 narrow:pl-2.5 cramped:pl-1'
            : 'wide:border-l wide:pl-4'),
      )}
    >
      <CommentContent
        comment={comment}
        thread={thread}
        isOpen={isOpen}
        canCollapse={!isOpen || countThreadComments(comment) > 2}
        onToggle={() => setOpen(!isOpen)}
        {...(depth > MAX_INDENT_ON_PHONES && { parentAuthor })}
      />
      {isOpen && (
        <CommentReplies comment={comment} thread={thread} depth={depth}>
          {(reply) => (
            <Comment key={reply.id} comment={reply} thread={thread} depth={depth + 1} parentAuthor={author} />
          )}
        </CommentReplies>
      )}
    </article>
  )
}
