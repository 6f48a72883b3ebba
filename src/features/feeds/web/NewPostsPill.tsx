import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { resetToFirstPage } from '#web/list/paged-query.ts'
import { countNewPosts, cursorOf, MAX_NEW_POSTS } from '../contract.ts'
import { type FeedParams, feedQuery } from './queries.ts'
import { texts } from './texts.ts'

const POLL_INTERVAL_MS = 60_000

/**
 * Offers new posts at the top of a feed sorted by newest and shows them only on click, so that the feed never
 * moves by itself. Polls once a minute while the tab is visible. Lazily loaded, hence the default export.
 */
const NewPostsPill = ({ feed: choice }: { feed: FeedParams }) => {
  const client = useQueryClient()
  const query = feedQuery(choice)
  const [isBusy, setIsBusy] = useState(false)
  const { data, dataUpdatedAt } = useQuery({ queryKey: query.queryKey, enabled: false }) as {
    data?: { pages: { id: number; score: number; createdAt: string }[][] }
    dataUpdatedAt: number
  }
  const newest = data?.pages[0]?.[0]
  const since = newest && cursorOf({ ...newest, score: 0 })
  const { topic, types, models, isFollowing } = choice
  const { data: count = 0 } = useQuery({
    queryKey: ['new-posts', ...query.queryKey, since ?? ''],
    queryFn: async () => {
      const following = isFollowing ? { following: 'true' as const } : {}
      const countQuery = { since: since ?? '', types, models, ...(topic ? { topic } : {}), ...following }
      return (await call(countNewPosts, { query: countQuery })).count
    },
    enabled: since !== undefined,
    // Until the first poll, the feed counts as up to date.
    initialData: 0,
    initialDataUpdatedAt: dataUpdatedAt,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  const label = texts.showNew(count, count >= MAX_NEW_POSTS)
  useEffect(() => {
    if (count > 0) announce(label)
  }, [count, label])
  if (count === 0) return null

  const show = async () => {
    setIsBusy(true)
    try {
      await resetToFirstPage(client, query)
      // The button disappears, so the focus moves to the top of the feed.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    } catch {
      showToast({ title: texts.failed, tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    // Takes up no space, so that the list below does not move.
    <div className="sticky top-20 z-10 flex h-0 justify-center">
      <Button
        variant="primary"
        busy={isBusy}
        onClick={() => void show()}
        className="absolute top-2 rounded-full! shadow-lg"
      >
        {label}
      </Button>
    </div>
  )
}

export default NewPostsPill
