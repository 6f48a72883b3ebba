import { Skeleton } from '#web/kit/Skeleton.tsx'

/** Has the size of a card with a two-line description and a hidden prompt. */
export const CardSkeleton = () => (
  <div aria-hidden className="card-grid border-b py-5 narrow:py-4">
    <div className="[grid-area:body]">
      <Skeleton className="h-[18px] w-64 max-w-full" />
      <Skeleton className="mt-2 h-6 w-4/5" />
      <Skeleton className="mt-2 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-2/3" />
      <Skeleton className="mt-3 h-[130px] w-full" />
    </div>
    <Skeleton className="mt-1 h-[92px] w-9 [grid-area:votes] narrow:mt-3 narrow:h-8 narrow:w-24" />
    <Skeleton className="mt-3 h-7 w-56 [grid-area:acts] narrow:ml-3" />
  </div>
)
