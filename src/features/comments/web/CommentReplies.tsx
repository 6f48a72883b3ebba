import type { ReactNode } from 'react'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Comment } from '../contract.ts'
import { type CommentThread, MAX_INLINE_DEPTH, mergeComments, sortComments } from './comment-thread.ts'
import { MoreCommentsButton, useMoreComments } from './MoreCommentsButton.tsx'
import { commentTexts } from './texts.ts'

type Props = {
  comment: Comment
  thread: CommentThread
  depth: number
  /** Renders one reply. */
  children(reply: Comment): ReactNode
}

/** Shows the loaded replies to a comment, with a button or link to the rest. */
export const CommentReplies = (props: Props) => {
  const { comment, thread, depth } = props
  if (comment.moreReplies > 0 && depth < MAX_INLINE_DEPTH) return <PagedReplies {...props} />
  return (
    <>
      <List {...props} more={[]} />
      {comment.moreReplies > 0 && (
        <SiteLink
          href={thread.hrefOf(comment.id)}
          className="control ml-5 inline-flex items-center text-sm text-accent hover:underline"
        >
          {commentTexts.continueThread}
        </SiteLink>
      )}
    </>
  )
}

const PagedReplies = (props: Props) => {
  const { comment, thread } = props
  const more = useMoreComments(thread.post, { sort: thread.sort, parentId: comment.id })
  // The first page that is fetched starts over at the best reply, so it repeats replies that were already
  // loaded. Only the new replies reduce the number of missing replies.
  const loaded = new Set(comment.replies.map(({ id }) => id))
  const missing = comment.moreReplies - more.comments.filter(({ id }) => !loaded.has(id)).length
  return (
    <>
      <List {...props} more={more.comments} />
      <MoreCommentsButton
        more={more}
        isNeeded={missing > 0 || comment.moreReplies >= 100}
        label={more.isOpen ? commentTexts.showMoreReplies : commentTexts.showReplies(comment.moreReplies)}
        className="ml-5"
      />
    </>
  )
}

const List = ({ comment, thread, more, children }: Props & { more: readonly Comment[] }) => {
  const own = thread.ownComments.filter(({ parentId }) => parentId === comment.id)
  const replies = mergeComments(comment.replies, more, own)
  return sortComments(replies, thread.sort, thread.initialScores).map(children)
}
