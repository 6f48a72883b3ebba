import type { ReactNode } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import { MoreComments } from '#features/comments/web/MoreComments.tsx'
import { mergeComments, sortComments } from '#features/comments/web/sort-comments.ts'
import { texts } from '#features/comments/web/texts.ts'
import { DEEPEST_HERE, type Thread } from '#features/comments/web/thread.ts'
import { useMoreComments } from '#features/comments/web/use-more-comments.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  comment: Comment
  thread: Thread
  depth: number
  /** Renders one reply. */
  children(reply: Comment): ReactNode
}

/** The loaded replies to a comment, and a button or link to the rest. */
export const Replies = (props: Props) => {
  const { comment, thread, depth } = props
  if (comment.moreReplies > 0 && depth < DEEPEST_HERE) return <PagedReplies {...props} />
  return (
    <>
      <List {...props} more={[]} />
      {comment.moreReplies > 0 && (
        <SiteLink
          href={thread.hrefOf(comment.id)}
          className="control ml-5 inline-flex items-center text-sm text-accent hover:underline"
        >
          {texts.goOn}
        </SiteLink>
      )}
    </>
  )
}

const PagedReplies = (props: Props) => {
  const { comment, thread } = props
  const more = useMoreComments(thread.post, { sort: thread.sort, parentId: comment.id })
  // The first page starts again at the best reply, so only its new replies count as no longer missing.
  const loaded = new Set(comment.replies.map(({ id }) => id))
  const missing = comment.moreReplies - more.comments.filter(({ id }) => !loaded.has(id)).length
  return (
    <>
      <List {...props} more={more.comments} />
      <MoreComments
        more={more}
        isNeeded={missing > 0 || comment.moreReplies >= 100}
        label={more.isOpen ? texts.nextReplies : texts.moreReplies(comment.moreReplies)}
        className="ml-5"
      />
    </>
  )
}

const List = ({ comment, thread, more, children }: Props & { more: readonly Comment[] }) => {
  const own = thread.own.filter(({ parentId }) => parentId === comment.id)
  const replies = mergeComments(comment.replies, more, own)
  return sortComments(replies, thread.sort, thread.first).map(children)
}
