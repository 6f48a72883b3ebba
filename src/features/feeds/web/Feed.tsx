import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { limits } from '#core/limits.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { type PagedQuery, refetchPages } from '#web/list/paged-query.ts'
import { useCardWindow } from '#web/list/use-card-window.ts'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import type { PageLocation } from '#web/navigation/page-location.ts'
import { FeedStatus } from './FeedStatus.tsx'
import { feedListTexts } from './texts.ts'
import { useFeedShortcuts } from './use-feed-shortcuts.ts'

/** Links to the next page, for readers without JavaScript, who cannot load it by scrolling. */
const NextPageLink = ({ after }: { after: string }) => {
  const href = hrefFrom(usePageLocation(), after)
  return (
    <noscript>
      <p className="py-6 text-center">
        <a rel="next" href={href} className={buttonClasses()}>
          {feedListTexts.nextPage}
        </a>
      </p>
    </noscript>
  )
}

/** Links back to the first page from a feed that starts at a cursor. */
const FirstPageLink = () => (
  <p className="py-3 text-sm">
    <SiteLink href={hrefFrom(usePageLocation())} className="font-medium text-accent hover:underline">
      {feedListTexts.firstPage}
    </SiteLink>
  </p>
)

const hrefFrom = ({ pathname, search: { after: _, ...search } }: PageLocation, after?: string): string => {
  const query = new URLSearchParams({ ...search, ...(after ? { after } : {}) }).toString()
  return query ? `${pathname}?${query}` : pathname
}

/**
 * The next page is fetched as soon as a card this close to the end of the feed is visible
 * (docs/spec/limits.md#interface).
 */
const PREFETCH_DISTANCE = 5

export type FeedPosition = { position: number; size: number }

type Item = { id: number; isDeleted?: boolean }

type Props<P, T> = {
  /** The list's accessible name. */
  label: string
  query: PagedQuery<P>
  /** Returns the items of a page in the order in which they are shown. `index` is the page's index in the feed. */
  itemsIn(page: P, index?: number): T[]
  children(item: T, position: FeedPosition): ReactNode
  /** The advertisement shown after every fifth post (docs/spec/limits.md#interface). */
  ad?: ReactNode
  empty?: ReactNode
  /**
   * Shows the items in a grid instead of a list. `rowsOf` returns the number of grid rows that an item spans, and
   * `adRows` is the number that the advertisement spans.
   */
  grid?: { className: string; rowsOf(item: T): number; adRows: number }
  /** True if the page reads `after` from its URL, which enables paging without JavaScript. */
  hasNoScriptPaging?: boolean
}

/** An infinite list with the role `feed`. Changing the query remounts it. */
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
  grid,
  hasNoScriptPaging: hasPages,
}: Props<P, T>) => {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(query)
  // `itemsIn` is a pure function of the page, so the items only depend on the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const items = useMemo(() => getVisibleItems(data?.pages.flatMap(itemsIn) ?? []), [data])
  const ids = useMemo(() => items.map((item) => item.id), [items])

  const loadMore = async () => {
    const { data: next } = await fetchNextPage({ cancelRefetch: false })
    const added = getVisibleItems(next?.pages.flatMap(itemsIn) ?? []).length - items.length
    if (added > 0) announce(feedListTexts.loaded(added))
  }
  const lastPage = data?.pages.at(-1)
  const nextCursor = data && lastPage && query.getNextPageParam(lastPage, data.pages, '', [])
  const { list, range, before, after, reservedHeight } = useCardWindow({
    ids,
    cursors: data?.pageParams ?? [],
    isGrid: grid !== undefined,
    fetchPages: (anchors) => refetchPages(client, query, anchors, itemsIn),
    onSeen: (lastIndex) => {
      if (lastIndex >= ids.length - PREFETCH_DISTANCE && hasNextPage && !isFetching && !isFetchNextPageError)
        void loadMore()
    },
  })
  useFeedShortcuts(list)
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
        className={grid?.className}
      >
        {!grid && <div style={{ height: before }} />}
        {items.slice(range.start, range.end).map((item, index) => {
          const position = range.start + index + 1
          const hasAd = position % limits.postsPerAd === 0
          return (
            <Fragment key={item.id}>
              <div data-card={item.id} style={grid && { gridRow: `span ${grid.rowsOf(item)}` }}>
                {children(item, { position, size: hasNextPage ? -1 : items.length })}
                {!grid && hasAd && ad}
              </div>
              {grid && hasAd && <div style={{ gridRow: `span ${grid.adRows}` }}>{ad}</div>}
            </Fragment>
          )
        })}
        {!grid && <div style={{ height: after }} />}
      </div>
      <FeedStatus
        count={items.length}
        isLoading={isFetching && (hasNextPage || !data)}
        error={error}
        isLast={data !== undefined && !hasNextPage}
        // A page that starts after the last post has no items, but the feed itself is not empty.
        empty={
          query.initialPageParam
            ? null
            : (empty ?? <EmptyState title={feedListTexts.empty}>{feedListTexts.emptyHint}</EmptyState>)
        }
        onRetry={retry}
      />
      {hasPages && typeof nextCursor === 'string' && <NextPageLink after={nextCursor} />}
    </div>
  )
}

/**
 * Leaves out duplicates and deleted items. Deleted items stay in their page's array; otherwise a page would
 * look short and end the feed.
 */
export const getVisibleItems = <T extends Item>(items: T[]): T[] =>
  [...new Map(items.map((item) => [item.id, item])).values()].filter(({ isDeleted }) => !isDeleted)
