import type { ReactNode } from 'react'
import { ApiError } from '#web/api-client.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { feedListTexts } from './texts.ts'

/** A placeholder with the size of a card with a two-line description and a hidden prompt. */
const CardSkeleton = () => (
  <div aria-hidden className="card-grid border-b py-6 narrow:py-4">
    <div className="[grid-area:body]">
      <Skeleton className="h-5 w-64 max-w-full narrow:h-11 pointer-coarse:narrow:h-16" />
      <Skeleton className="mt-1 h-6 w-4/5" />
      <Skeleton className="mt-2 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-2/3" />
      <Skeleton className="mt-3 h-[130px] w-full" />
    </div>
    <Skeleton className="mt-1 h-[92px] w-9 [grid-area:votes] narrow:mt-3 narrow:h-8 narrow:w-24" />
    <Skeleton className="mt-3 h-7 max-w-56 [grid-area:acts] narrow:ml-3" />
  </div>
)

type Props = {
  count: number
  isLoading: boolean
  error: Error | null
  isLast: boolean
  empty: ReactNode
  onRetry(): void
}

/**
 * Shows the state below the cards: loading, an error, the empty state or the end
 * (docs/spec/feeds.md#empty-and-end-states).
 */
export const FeedStatus = ({ count, isLoading, error, isLast, empty, onRetry }: Props) => {
  if (isLoading) {
    // With the count as its key, the element is recreated when cards arrive, so that the cards replace the
    // skeletons instead of pushing them down.
    return (
      <div key={count}>
        {Array.from({ length: count ? 2 : 3 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <CardSkeleton key={index} />
        ))}
        <span className="sr-only">{feedListTexts.loading}</span>
      </div>
    )
  }
  if (error) {
    // The site's own 429 says how long to wait; a proxy's has no message.
    const details = error instanceof ApiError ? error.status === 429 && error.userMessage : error.message
    return (
      <div className="py-6">
        <ErrorNotice onRetry={onRetry} retryLabel={feedListTexts.retry}>
          <p>{feedListTexts.failed}</p>
          {details && <p className="text-muted">{details}</p>}
        </ErrorNotice>
      </div>
    )
  }
  if (count === 0 && empty) return <div className="py-6">{empty}</div>
  return isLast && <p className="py-8 text-center text-sm text-muted">{feedListTexts.end}</p>
}
