import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { deleteOptimization, type Optimization } from '#features/optimizer/contract.ts'
import { historyKey, historyQuery } from '#features/optimizer/web/queries.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { toast } from '#web/kit/toast.ts'
import { HistoryRow } from './HistoryRow.tsx'

type Props = { shownId: number | null; onOpen(entry: Optimization): void }

/** The member's past optimizations, newest first. Each can be opened, refined and deleted. */
const History = ({ shownId, onOpen }: Props) => {
  const client = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } =
    useInfiniteQuery(historyQuery)
  const entries = data?.pages.flat() ?? []
  const remove = async (id: number) => {
    try {
      await call(deleteOptimization, { params: { id } })
    } catch {
      toast({ title: texts.removeFailed, tone: 'danger' })
    }
    await client.invalidateQueries({ queryKey: historyKey })
  }
  return (
    <section aria-labelledby="optimizations" className="mt-3">
      <h2 id="optimizations" className="text-lg font-semibold">
        {texts.history}
      </h2>
      <p className="mb-2 text-sm text-muted">
        {entries.length || isPending ? texts.historyText : texts.historyEmpty}
      </p>
      {error && <Notice onRetry={() => void refetch()}>{texts.historyFailed}</Notice>}
      {isPending && !error && <Skeleton className="h-14" />}
      {entries.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {entries.map((entry) => (
            <HistoryRow
              key={entry.id}
              entry={entry}
              isShown={entry.id === shownId}
              onOpen={() => onOpen(entry)}
              onDelete={() => remove(entry.id)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </section>
  )
}

export default History
