import { useEffect, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classes } from '#web/kit/classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Comment as OneComment } from '../contract.ts'
import { CommentBody } from './CommentBody.tsx'
import type { CommentThread } from './comment-thread.ts'
import { countThread } from './comment-thread.ts'
import { Replies } from './Replies.tsx'
import { texts } from './texts.ts'

/** Deeper indentation on a phone would leave no room for the text. */
const MAX_INDENT_ON_PHONES = 6

type Props = {
  comment: OneComment
  thread: CommentThread
  depth: number
  /** The author of the comment that this one replies to. */
  parentAuthor?: string
}

/** A comment with its replies, which can be collapsed together. */
export const Comment = ({ comment, thread, depth, parentAuthor }: Props) => {
  const [isOpen, setOpen] = useState(true)
  const article = useRef<HTMLElement>(null)
  const isTarget = comment.id === thread.target
  const isPending = comment.id < 0
  const author = comment.user?.username ?? texts.deleted
  useEffect(() => {
    if (isTarget) article.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
  return (
    <article
      ref={article}
      id={`comment-${comment.id}`}
      tabIndex={-1}
      aria-label={texts.nameOf(author)}
      aria-busy={isPending || undefined}
      className={classes(
        'mt-4 outline-offset-4',
        depth > 0 &&
          (depth <= MAX_INDENT_ON_PHONES ? 'border-l pl-4 narrow:pl-2.5' : 'wide:border-l wide:pl-4'),
      )}
    >
      <div
        className={classes(
          '-mx-2 rounded-lg px-2 py-1',
          isTarget && 'bg-accent-fill/15',
          isPending && 'opacity-60',
        )}
      >
        <div className="flex items-center gap-2 text-xs text-muted">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={isOpen ? texts.collapse(author) : texts.expand(author)}
            onClick={() => setOpen(!isOpen)}
            className="relative grid size-5 flex-none place-items-center rounded-sm after:absolute after:-inset-2 hover:bg-sunken hover:text-ink"
          >
            {isOpen ? <Icon name="minus" size={14} /> : <Icon name="plus" size={14} />}
          </button>
          {comment.user ? (
            <SiteLink
              href={paths.profile(author)}
              className="inline-link flex min-w-0 items-center gap-1.5 font-medium text-ink"
            >
              <Avatar username={author} picture={comment.user.avatar} size={20} />
              <span className="truncate">{author}</span>
            </SiteLink>
          ) : (
            <span>{texts.deleted}</span>
          )}
          {comment.user && comment.userId === thread.authorId && (
            <span className="flex-none rounded-sm border border-accent px-1 font-medium text-accent">
              {texts.author}
            </span>
          )}
          {isPending ? (
            <span>{texts.sending}</span>
          ) : (
            <SiteLink
              href={thread.hrefOf(comment.id)}
              title={texts.permalink}
              className="inline-link flex-none hover:text-ink"
            >
              <RelativeTime date={comment.createdAt} />
            </SiteLink>
          )}
          {comment.editedAt !== null && (
            <RelativeTime date={comment.editedAt} className="flex-none">
              {texts.edited}
            </RelativeTime>
          )}
          {!isOpen && <span className="flex-none">{texts.hidden(countThread(comment))}</span>}
        </div>
        {parentAuthor !== undefined && depth > MAX_INDENT_ON_PHONES && (
          // The indentation no longer shows on phones to what a deep reply replies.
          <p className="ml-7 truncate text-xs text-muted wide:hidden">{texts.replyingTo(parentAuthor)}</p>
        )}
        {isOpen && !comment.isDeleted && (
          <CommentBody comment={comment} thread={thread} author={author} isPending={isPending} />
        )}
      </div>
      {isOpen && (
        <Replies comment={comment} thread={thread} depth={depth}>
          {(reply) => (
            <Comment key={reply.id} comment={reply} thread={thread} depth={depth + 1} parentAuthor={author} />
          )}
        </Replies>
      )}
    </article>
  )
}
