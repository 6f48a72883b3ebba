import { useState } from 'react'
import type { Comment as OneComment } from '#features/comments/contract.ts'
import { Comment } from '#features/comments/web/Comment.tsx'
import { type CommentSort, sortComments } from '#features/comments/web/sort-comments.ts'
import { texts } from '#features/comments/web/texts.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

type Props = {
  comments: readonly OneComment[]
  count: number
  /** A comment's own address. */
  hrefOf(commentId: number): string
  /** The comment that the address names: shown and marked. */
  target?: number | undefined
}

/** A post's comments, nested to any depth. */
export const CommentTree = ({ comments, count, hrefOf, target }: Props) => {
  const [sort, setSort] = useState<CommentSort>('top')
  const isMember = useCurrentUser() !== null
  return (
    <section id="comments" aria-labelledby="comments-heading" className="scroll-mt-20 pt-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="comments-heading" className="text-lg font-semibold">
          {texts.heading(count)}
        </h2>
        {comments.length > 1 && (
          <fieldset aria-label={texts.sort} className="flex gap-1">
            <SortButton isOn={sort === 'top'} onClick={() => setSort('top')} label={texts.top} />
            <SortButton isOn={sort === 'new'} onClick={() => setSort('new')} label={texts.newest} />
          </fieldset>
        )}
      </div>
      {!isMember && (
        <Button className="my-4" onClick={() => askToSignIn('comment')}>
          {texts.signIn}
        </Button>
      )}
      {comments.length === 0 ? (
        <div className="mt-2">
          <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
        </div>
      ) : (
        sortComments(comments, sort).map((comment) => (
          <Comment key={comment.id} comment={comment} hrefOf={hrefOf} target={target} depth={0} />
        ))
      )}
    </section>
  )
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
