import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Comment as OneComment } from '../contract.ts'
import { Comment } from './Comment.tsx'
import type { CommentThread } from './comment-thread.ts'
import { mergeComments, sortComments } from './comment-thread.ts'
import { MoreCommentsButton, useMoreComments } from './MoreCommentsButton.tsx'
import { containsComment, conversationQuery } from './queries.ts'
import { commentTexts } from './texts.ts'

type Props = { post: PostPage; thread: CommentThread }

/**
 * Shows a post's comments, or the conversation around the comment in the URL if that comment is not among the first
 * ones.
 */
export const CommentList = ({ post, thread }: Props) => {
  const { target = 0 } = thread
  const isTargetMissing =
    target !== 0 && !containsComment(post.comments, target) && !containsComment(thread.ownComments, target)
  const around = useQuery({ ...conversationQuery(post, target), enabled: isTargetMissing })
  if (isTargetMissing && around.data)
    return <Conversation post={post} thread={thread} comments={around.data.comments} />
  return (
    <>
      {isTargetMissing && (around.data === null || around.isError) && (
        <div className="mt-3">
          <ErrorNotice>{commentTexts.notFound}</ErrorNotice>
        </div>
      )}
      <AllComments post={post} thread={thread} />
    </>
  )
}

const link = 'control inline-flex items-center text-sm text-accent hover:underline'

const Conversation = ({ post, thread, comments }: Props & { comments: readonly OneComment[] }) => {
  const earlier = comments[0]?.parentId
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {commentTexts.singleThread}
        <SiteLink href={`${paths.post(post)}#comments`} className={link}>
          {commentTexts.allComments}
        </SiteLink>
      </p>
      {earlier && (
        <SiteLink href={thread.hrefOf(earlier)} className={link}>
          {commentTexts.earlierComments}
        </SiteLink>
      )}
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} thread={thread} depth={0} />
      ))}
    </>
  )
}

const AllComments = ({ post, thread }: Props) => {
  const { sort } = thread
  const user = useCurrentUser()
  // If all comments are loaded, they are sorted here; otherwise only the server can find the newest.
  const isComplete = post.commentsAfter === null && post.comments.every(isLoaded)
  const isServerSorted = sort === 'new' && !isComplete
  const more = useMoreComments(post, {
    sort,
    parentId: null,
    after: isServerSorted ? null : post.commentsAfter,
    isOpen: isServerSorted,
  })
  const own = thread.ownComments.filter(({ parentId }) => parentId === null)
  const listed =
    isServerSorted && more.comments.length > 0 ? more.comments : mergeComments(post.comments, more.comments)
  const comments = mergeComments(listed, own)
  if (comments.length === 0)
    return (
      <div className="mt-2">
        <EmptyState title={commentTexts.empty}>{!user?.isMuted && commentTexts.emptyText}</EmptyState>
      </div>
    )
  return (
    <>
      {sortComments(comments, sort, thread.initialScores).map((comment) => (
        <Comment key={comment.id} comment={comment} thread={thread} depth={0} />
      ))}
      <MoreCommentsButton
        more={more}
        isNeeded={isServerSorted || post.commentsAfter !== null}
        label={commentTexts.moreComments}
        className="mt-4 flush-start"
      />
    </>
  )
}

const isLoaded = ({ moreReplies, replies }: OneComment): boolean =>
  moreReplies === 0 && replies.every(isLoaded)
