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

/**
 * The state below the cards: loading, an error, the empty state or the end
 * (docs/spec/feeds.md#empty-and-end-states).
 */
export const FeedEnd = ({ count, isLoading, error, isLast, empty, onRetry }: Props) => {
  if (isLoading) {
    // Keyed by count, so that cards replace the skeletons instead of pushing them down.
    return (
      <div key={count}>
        {Array.from({ length: count ? 2 : 3 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <CardSkeleton key={index} />
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
