import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { paths } from '#core/paths.ts'
import type { PostPage } from '#features/posts/contract.ts'
import * as posts from '#features/posts/policy.ts'
import { ApiError } from '#web/api-client.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { classNames } from '#web/kit/class-names.ts'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import type { Comment, CommentSort } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { sendCommentDraft } from './comment-draft.ts'
import type { CommentThread, InitialScores } from './comment-thread.ts'
import { justPostedCommentsQuery } from './queries.ts'
import { sendComment } from './send-comment.ts'
import { commentTexts } from './texts.ts'

/**
 * Posts the comment that a visitor wrote before signing in. If posting fails, the form shows the text again.
 * Returns an unsubscribe function.
 */
const resumeComment = (client: QueryClient): (() => void) =>
  registerPendingActionHandler('comment', async ({ postId, parentId, content }) => {
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (!user) return
    const target = { postId, parentId: parentId ?? null }
    try {
      await sendCommentDraft(user.id, target, content, (attempt) =>
        sendComment(client, user, { ...target, ...attempt }),
      )
    } catch (error) {
      showToast({
        title: commentTexts.failed,
        tone: 'danger',
        ...(error instanceof ApiError ? { description: error.userMessage } : {}),
      })
    }
  })

type Props = {
  post: PostPage
  /** Renders a comment's score with its vote buttons. */
  renderVotes(comment: Comment): ReactNode
  /** The comment in the URL, which is scrolled to and highlighted. */
  target?: number | undefined
}

/** Shows a post's comments, with the comment form and the sort options. */
export const CommentSection = ({ post, renderVotes, target }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const [sort, setSort] = useCommentSort()
  const { data: own = [] } = useQuery(justPostedCommentsQuery(post.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sort order or post starts with new scores
  const first = useMemo<InitialScores>(() => new Map(), [sort, post.id])
  useEffect(() => resumeComment(client), [client])
  const thread: CommentThread = {
    post,
    authorId: post.userId,
    topicId: post.topic?.id,
    // Viewers who cannot open the post's versions do not see which version a comment refers to.
    postVersion: posts.can.openVersions(user, post) ? post.version : 0,
    sort,
    initialScores: first,
    ownComments: own,
    renderVotes,
    target,
    hrefOf: (id) => paths.comment(post, id),
  }
  return (
    <section
      id="comments"
      tabIndex={-1}
      aria-labelledby="comments-heading"
      className="scroll-mt-20 pt-6 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="comments-heading" className="text-lg font-semibold">
          {commentTexts.heading(post.commentCount)}
        </h2>
        {post.commentCount > 2 && (
          <fieldset aria-label={commentTexts.sort} className="flex gap-1">
            <SortButton isOn={sort === 'top'} onClick={() => setSort('top')} label={commentTexts.top} />
            <SortButton isOn={sort === 'new'} onClick={() => setSort('new')} label={commentTexts.newest} />
          </fieldset>
        )}
      </div>
      <CommentForm key={post.id} postId={post.id} parentId={null} label={commentTexts.write} />
      <CommentList post={post} thread={thread} />
    </section>
  )
}

/** Keeps the sort order in the URL, so that it survives a reload, the Back button and sharing the link. */
const useCommentSort = (): [CommentSort, (sort: CommentSort) => void] => {
  const navigation = useNavigation()
  const { pathname, search } = usePageLocation()
  const change = (sort: CommentSort) =>
    void navigation.push(sort === 'new' ? `${pathname}?comments=new` : pathname, { keepScroll: true })
  return [search.comments === 'new' ? 'new' : 'top', change]
}

const SortButton = ({ isOn, onClick, label }: { isOn: boolean; onClick(): void; label: string }) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className={classNames(
      'control border-b-2 px-2 text-sm',
      isOn ? 'border-accent-fill font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
    )}
  >
    {label}
  </button>
)
