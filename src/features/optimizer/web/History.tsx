import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getModelName } from '#core/model-catalogue.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { deleteOptimization, Optimization } from '../contract.ts'
import { optimizationHistoryQuery } from './queries.ts'
import { optimizerTexts } from './texts.ts'

type HistoryRowProps = { entry: Optimization; isShown: boolean; onOpen(): void; onDelete(): Promise<void> }

const EXCERPT_LENGTH = 120

/** A past optimization. Deleting it requires an inline confirmation. */
const HistoryRow = ({ entry, isShown, onOpen, onDelete }: HistoryRowProps) => {
  const [deletion, setDeletion] = useState<'none' | 'confirming' | 'running'>('none')
  const excerpt = truncateWithEllipsis(entry.originalPrompt.replace(/\s+/g, ' '), EXCERPT_LENGTH)
  const details = [
    entry.type,
    ...entry.models.map(getModelName),
    entry.refinedFrom && optimizerTexts.refined,
  ].filter(Boolean)
  return (
    <li
      className={classNames('flex flex-wrap items-center gap-x-2 py-1.5 pr-1.5 pl-4', isShown && 'bg-sunken')}
    >
      <button
        type="button"
        aria-label={optimizerTexts.reopen(excerpt)}
        aria-current={isShown ? 'true' : undefined}
        onClick={onOpen}
        className="control min-w-0 grow basis-40 py-1 text-start text-sm hover:underline"
      >
        <span dir="auto" className="line-clamp-1">
          {excerpt}
        </span>
      </button>
      <span className="text-xs text-muted narrow:order-last narrow:basis-full narrow:pb-1.5">
        <RelativeTime date={entry.createdAt} />
        {details.length > 0 && <span>{` · ${details.join(', ')}`}</span>}
      </span>
      {deletion === 'none' ? (
        <IconButton name={optimizerTexts.deleteEntry(excerpt)} onClick={() => setDeletion('confirming')}>
          <Icon name="trash-2" size={16} />
        </IconButton>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <span
          role="group"
          aria-label={optimizerTexts.confirmDelete}
          className="inline-flex items-center gap-2 text-sm cramped:flex-wrap"
        >
          {optimizerTexts.confirmDelete}
          <Button
            variant="danger"
            busy={deletion === 'running'}
            onClick={() => {
              setDeletion('running')
              // If the row still exists afterwards, the deletion failed and can be retried.
              void onDelete().finally(() => setDeletion('confirming'))
            }}
          >
            {optimizerTexts.delete}
          </Button>
          <Button
            // Moves focus because the clicked button has been unmounted.
            autoFocus
            onClick={() => setDeletion('none')}
          >
            {optimizerTexts.keep}
          </Button>
        </span>
      )}
    </li>
  )
}

type Props = { shownId: number | null; onOpen(entry: Optimization): void }

/** Lists the member's past optimizations, newest first. Each can be opened, refined and deleted. */
const History = ({ shownId, onOpen }: Props) => {
  const client = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } =
    useInfiniteQuery(optimizationHistoryQuery)
  const entries = data?.pages.flat() ?? []
  const remove = async (id: number) => {
    try {
      await callApi<typeof deleteOptimization>('DELETE /api/user/optimizations/:id', { params: { id } })
    } catch {
      showToast({ title: optimizerTexts.deleteFailed, tone: 'danger' })
    }
    await client.invalidateQueries(optimizationHistoryQuery)
  }
  return (
    <section aria-labelledby="optimizations" className="mt-3">
      <h2 id="optimizations" className="text-lg font-semibold">
        {optimizerTexts.history}
      </h2>
      <p className="mb-2 text-sm text-muted">
        {entries.length || isPending ? optimizerTexts.historyPrivacy : optimizerTexts.historyEmpty}
      </p>
      {error && <ErrorNotice onRetry={() => void refetch()}>{optimizerTexts.historyFailed}</ErrorNotice>}
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
          {optimizerTexts.more}
        </Button>
      )}
    </section>
  )
}

export default History
