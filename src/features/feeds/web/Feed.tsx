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

/** The next page is fetched when a card so near to the end is seen (section 9). */
const NEAR_END = 5

export type Place = { position: number; size: number }

type Item = { id: number; isDeleted?: boolean }

type Props<P, T> = {
  /** What is listed, for assistive technology. */
  label: string
  query: PagedQuery<P>
  itemsIn(page: P): T[]
  children(item: T, place: Place): ReactNode
  /** Stands after every fifth post (section 9). */
  ad?: ReactNode
  empty?: ReactNode
  /** Whether the page reads `after` from its address, so that who has no script can go on. */
  hasPages?: boolean
}

/** A list that never ends until it does: role `feed`. A change of its query is another feed. */
export const Feed = <P, T extends Item>(props: Props<P, T>) => (
  <Fragment key={JSON.stringify(props.query.queryKey)}>
    <FeedOf {...props} />
  </Fragment>
)

const FeedOf = <P, T extends Item>({ label, query, itemsIn, children, ad, empty, hasPages }: Props<P, T>) => {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(query)
  // `itemsIn` only takes a page apart: the items change with the data alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const items = useMemo(() => onceEach(data?.pages.flatMap(itemsIn) ?? []), [data])
  const ids = useMemo(() => items.map((item) => item.id), [items])

  const more = async () => {
    const { data: next } = await fetchNextPage({ cancelRefetch: false })
    const added = (next?.pages.flatMap(itemsIn).length ?? 0) - items.length
    if (added > 0) announce(texts.loaded(added))
  }
  const last = data?.pages.at(-1)
  const nextAfter = data && last && query.getNextPageParam(last, data.pages, '', [])
  const { list, range, before, after, hold } = useCardWindow({
    ids,
    anchors: data?.pageParams ?? [],
    refill: (anchors) => refillPages(client, query, anchors, itemsIn),
    onSeen: (last) => {
      if (last >= ids.length - NEAR_END && hasNextPage && !isFetching && !isFetchNextPageError) void more()
    },
  })
  useFeedKeys(list)
  const retry = () => void (data ? more() : refetch())
  const onOnline = useEffectEvent(() => error && retry())
  useEffect(() => {
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  return (
    <div style={{ minHeight: hold }}>
      {query.initialPageParam && <FirstPageLink />}
      <div
        ref={list}
        {...(items.length || isFetching ? { role: 'feed', 'aria-label': label } : {})}
        aria-busy={isFetching}
      >
        <div style={{ height: before }} />
        {items.slice(range.start, range.end).map((item, at) => {
          const position = range.start + at + 1
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
        // Behind the last post of all there is nothing, but that is no empty feed.
        empty={
          query.initialPageParam
            ? null
            : (empty ?? <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>)
        }
        onRetry={retry}
      />
      {hasPages && typeof nextAfter === 'string' && <NextPageLink after={nextAfter} />}
    </div>
  )
}

/** Deleted ones stay in their pages, so that these are as long as they were. */
const onceEach = <T extends Item>(items: T[]): T[] =>
  [...new Map(items.map((item) => [item.id, item])).values()].filter(({ isDeleted }) => !isDeleted)
