import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { paths } from '#core/paths.ts'
import type { CommentSort } from '#features/comments/contract.ts'
import { CommentForm } from '#features/comments/web/CommentForm.tsx'
import { CommentList } from '#features/comments/web/CommentList.tsx'
import { continueComment } from '#features/comments/web/continue-comment.ts'
import { ownCommentsQuery } from '#features/comments/web/queries.ts'
import type { FirstScores } from '#features/comments/web/sort-comments.ts'
import { texts } from '#features/comments/web/texts.ts'
import type { Thread } from '#features/comments/web/thread.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { classes } from '#web/kit/classes.ts'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'

type Props = {
  post: PostPage
  /** The comment in the URL, which is scrolled to and highlighted. */
  target?: number | undefined
}

/** A post's comments with the form and the sort order. */
export const CommentSection = ({ post, target }: Props) => {
  const client = useQueryClient()
  const [sort, setSort] = useCommentSort()
  const { data: own = [] } = useQuery(ownCommentsQuery(post.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sort order or post starts with new scores
  const first = useMemo<FirstScores>(() => new Map(), [sort, post.id])
  useEffect(() => continueComment(client), [client])
  const thread: Thread = { post, sort, first, own, target, hrefOf: (id) => paths.comment(post, id) }
  return (
    <section
      id="comments"
      tabIndex={-1}
      aria-labelledby="comments-heading"
      className="scroll-mt-20 pt-6 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="comments-heading" className="text-lg font-semibold">
          {texts.heading(post.commentCount)}
        </h2>
        {post.commentCount > 1 && (
          <fieldset aria-label={texts.sort} className="flex gap-1">
            <SortButton isOn={sort === 'top'} onClick={() => setSort('top')} label={texts.top} />
            <SortButton isOn={sort === 'new'} onClick={() => setSort('new')} label={texts.newest} />
          </fieldset>
        )}
      </div>
      <CommentForm key={post.id} postId={post.id} parentId={null} label={texts.write} />
      <CommentList post={post} thread={thread} />
    </section>
  )
}

/** The sort order is in the URL, so that a reload, Back and a shared link preserve it. */
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
    className={classes(
      'control border-b-2 px-2 text-sm',
      isOn ? 'border-accent-fill font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
    )}
  >
    {label}
  </button>
)
