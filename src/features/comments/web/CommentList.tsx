import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { Comment as OneComment } from '#features/comments/contract.ts'
import { Comment } from '#features/comments/web/Comment.tsx'
import { MoreComments } from '#features/comments/web/MoreComments.tsx'
import { conversationQuery, isInTree } from '#features/comments/web/queries.ts'
import { mergeComments, sortComments } from '#features/comments/web/sort-comments.ts'
import { texts } from '#features/comments/web/texts.ts'
import type { Thread } from '#features/comments/web/thread.ts'
import { useMoreComments } from '#features/comments/web/use-more-comments.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = { post: PostPage; thread: Thread }

/**
 * The comments of a post, or the conversation around the comment in the URL if it is not among the first
 * ones.
 */
export const CommentList = ({ post, thread }: Props) => {
  const { target = 0 } = thread
  const isTargetMissing = target !== 0 && !isInTree(post.comments, target) && !isInTree(thread.own, target)
  const around = useQuery({ ...conversationQuery(post, target), enabled: isTargetMissing })
  if (isTargetMissing && around.data)
    return <Conversation post={post} thread={thread} comments={around.data.comments} />
  return (
    <>
      {isTargetMissing && (around.data === null || around.isError) && (
        <div className="mt-3">
          <Notice>{texts.gone}</Notice>
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
        {texts.oneOnly}
        <SiteLink href={`${paths.post(post)}#comments`} className={link}>
          {texts.all}
        </SiteLink>
      </p>
      {earlier && (
        <SiteLink href={thread.hrefOf(earlier)} className={link}>
          {texts.earlier}
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
  const own = thread.own.filter(({ parentId }) => parentId === null)
  const listed =
    isServerSorted && more.comments.length > 0 ? more.comments : mergeComments(post.comments, more.comments)
  const comments = mergeComments(listed, own)
  if (comments.length === 0)
    return (
      <div className="mt-2">
        <EmptyState title={texts.empty}>{!user?.isMuted && texts.emptyText}</EmptyState>
      </div>
    )
  return (
    <>
      {sortComments(comments, sort, thread.first).map((comment) => (
        <Comment key={comment.id} comment={comment} thread={thread} depth={0} />
      ))}
      <MoreComments
        more={more}
        isNeeded={isServerSorted || post.commentsAfter !== null}
        label={texts.moreComments}
        className="mt-4"
      />
    </>
  )
}

const isLoaded = ({ moreReplies, replies }: OneComment): boolean =>
  moreReplies === 0 && replies.every(isLoaded)
