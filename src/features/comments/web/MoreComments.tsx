import { texts } from '#features/comments/web/texts.ts'
import type { MoreCommentsState } from '#features/comments/web/use-more-comments.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Notice } from '#web/kit/Notice.tsx'

type Props = { more: MoreCommentsState; isNeeded: boolean; label: string; className?: string }

/** The button that loads more comments, if there are any. */
export const MoreComments = ({ more, isNeeded, label, className }: Props) => {
  if (more.isFailed && !more.isLoading)
    return (
      <div className={classes('mt-3', className)}>
        <Notice onRetry={more.load}>{texts.loadFailed}</Notice>
      </div>
    )
  if (!isNeeded || !more.hasMore) return null
  return (
    <Button
      variant="ghost"
      onClick={more.load}
      busy={more.isLoading}
      busyLabel={texts.loading}
      className={classes('mt-2 text-accent!', className)}
    >
      {label}
    </Button>
  )
}
