import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { limits } from '#core/limits.ts'
import { FeedEnd } from '#features/feeds/web/FeedEnd.tsx'
import { FirstPageLink, NextPageLink } from '#features/feeds/web/page-links.tsx'
import { type PagedQuery, refillPages } from '#features/feeds/web/paged-query.ts'
import { texts } from '#features/feeds/web/texts.ts'
import { useCardWindow } from '#features/feeds/web/use-card-window.ts'
import { useFeedKeys } from '#features/feeds/web/use-feed-keys.ts'
import { announce } from '#web/announce.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

/** Seeing a card this close to the end fetches the next page (docs/spec/limits.md#interface). */
const PREFETCH_DISTANCE = 5

export type Place = { position: number; size: number }

type Item = { id: number; isDeleted?: boolean }

type Props<P, T> = {
  /** The accessible name of the list. */
  label: string
  query: PagedQuery<P>
  itemsIn(page: P): T[]
  children(item: T, position: Place): ReactNode
  /** Shown after every fifth post (docs/spec/limits.md#interface). */
  ad?: ReactNode
  empty?: ReactNode
  /** Whether the page reads `after` from its URL, which enables paging without JavaScript. */
  hasPages?: boolean
}

/** An infinite list with the role `feed`. A different query remounts it. */
export const Feed = <P, T extends Item>(props: Props<P, T>) => (
  <Fragment key={JSON.stringify(props.query.queryKey)}>
    <FeedList {...props} />
  </Fragment>
)

const FeedList = <P, T extends Item>({
  label,
  query,
  itemsIn,
  children,
  ad,
  empty,
  hasPages,
}: Props<P, T>) => {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(query)
  // `itemsIn` is a pure function of the page, so the items only depend on the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const items = useMemo(() => visibleItems(data?.pages.flatMap(itemsIn) ?? []), [data])
  const ids = useMemo(() => items.map((item) => item.id), [items])

  const loadMore = async () => {
    const { data: next } = await fetchNextPage({ cancelRefetch: false })
    const added = (next?.pages.flatMap(itemsIn).length ?? 0) - items.length
    if (added > 0) announce(texts.loaded(added))
  }
  const lastPage = data?.pages.at(-1)
  const nextCursor = data && lastPage && query.getNextPageParam(lastPage, data.pages, '', [])
  const { list, range, before, after, reservedHeight } = useCardWindow({
    ids,
    anchors: data?.pageParams ?? [],
    refill: (anchors) => refillPages(client, query, anchors, itemsIn),
    onSeen: (lastIndex) => {
      if (lastIndex >= ids.length - PREFETCH_DISTANCE && hasNextPage && !isFetching && !isFetchNextPageError)
        void loadMore()
    },
  })
  useFeedKeys(list)
  const retry = () => void (data ? loadMore() : refetch())
  const onOnline = useEffectEvent(() => error && retry())
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  return (
    <div style={{ minHeight: reservedHeight }}>
      {query.initialPageParam && <FirstPageLink />}
      <div
        ref={list}
        {...(items.length || isFetching ? { role: 'feed', 'aria-label': label } : {})}
        aria-busy={isFetching}
      >
        <div style={{ height: before }} />
        {items.slice(range.start, range.end).map((item, index) => {
          const position = range.start + index + 1
          return (
            <div key={item.id} data-card={item.id}>
              {children(item, { position, size: hasNextPage ? -1 : items.length })}
              {position % limits.adEvery === 0 && ad}
            </div>
          )
        })}
        <div style={{ height: after }} />
      </div>
      <FeedEnd
        count={items.length}
        isLoading={isFetching && (hasNextPage || !data)}
        error={error}
        isLast={data !== undefined && !hasNextPage}
        // A page after the last post has no items, but the feed itself is not empty.
        empty={
          query.initialPageParam
            ? null
            : (empty ?? <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>)
        }
        onRetry={retry}
      />
      {hasPages && typeof nextCursor === 'string' && <NextPageLink after={nextCursor} />}
    </div>
  )
}

/**
 * Removes duplicates and deleted items. Deleted items stay in their page's array, so that a page does not
 * look short and end the feed.
 */
const visibleItems = <T extends Item>(items: T[]): T[] =>
  [...new Map(items.map((item) => [item.id, item])).values()].filter(({ isDeleted }) => !isDeleted)
