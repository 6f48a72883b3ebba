import type { ReactNode } from 'react'
import { CardSkeleton } from '#features/feeds/web/CardSkeleton.tsx'
import { texts } from '#features/feeds/web/texts.ts'
import { CallError } from '#web/call.ts'
import { Notice } from '#web/kit/Notice.tsx'

type Props = {
  count: number
  isLoading: boolean
  error: Error | null
  isLast: boolean
  empty: ReactNode
  onRetry(): void
}

/** What stands below the cards: more on its way, a failure, nothing at all, or the end (section 8). */
export const FeedEnd = ({ count, isLoading, error, isLast, empty, onRetry }: Props) => {
  if (isLoading) {
    // Keyed, so that skeletons are replaced by cards and never pushed down by them.
    return (
      <div key={count}>
        {Array.from({ length: count ? 2 : 3 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <CardSkeleton key={at} />
        ))}
        <span className="sr-only">{texts.loading}</span>
      </div>
    )
  }
  if (error) {
    return (
      <div className="py-6">
        <Notice onRetry={onRetry} retryLabel={texts.retry}>
          <p>{texts.failed}</p>
          {error instanceof CallError && error.status === 429 && <p>{error.said}</p>}
          {error.message === texts.network && <p className="text-muted">{texts.network}</p>}
        </Notice>
      </div>
    )
  }
  if (count === 0 && empty) return <div className="py-6">{empty}</div>
  return isLast && <p className="py-8 text-center text-sm text-muted">{texts.end}</p>
}
