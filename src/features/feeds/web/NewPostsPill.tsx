import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { anchorOf, countNewPosts, NEW_MOST } from '#features/feeds/contract.ts'
import { refetchFirst } from '#features/feeds/web/paged-query.ts'
import { type FeedChoice, feedQuery } from '#features/feeds/web/queries.ts'
import { texts } from '#features/feeds/web/texts.ts'
import { announce } from '#web/announce.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'

const A_MINUTE = 60_000

/**
 * Says that a feed of the newest has more at its top, and shows it when pressed: the page never moves by
 * itself. It asks once a minute while the tab is seen. Fetched when such a feed is first drawn, so it is a
 * default export.
 */
const NewPostsPill = ({ choice }: { choice: FeedChoice }) => {
  const client = useQueryClient()
  const query = feedQuery(choice)
  const [isBusy, setIsBusy] = useState(false)
  const { data, dataUpdatedAt } = useQuery({ queryKey: query.queryKey, enabled: false }) as {
    data?: { pages: { id: number; score: number; createdAt: string }[][] }
    dataUpdatedAt: number
  }
  const newest = data?.pages[0]?.[0]
  const since = newest && anchorOf({ ...newest, score: 0 })
  const { topic, types, models, isFollowing } = choice
  const { data: count = 0 } = useQuery({
    queryKey: ['new-posts', ...query.queryKey, since ?? ''],
    queryFn: async () => {
      const following = isFollowing ? { following: 'true' as const } : {}
      const asked = { since: since ?? '', types, models, ...(topic ? { topic } : {}), ...following }
      return (await call(countNewPosts, { query: asked })).count
    },
    enabled: since !== undefined,
    // The feed itself is as new as it was read.
    initialData: 0,
    initialDataUpdatedAt: dataUpdatedAt,
    staleTime: A_MINUTE,
    refetchInterval: A_MINUTE,
    refetchOnWindowFocus: true,
  })
  const label = texts.showNew(count, count >= NEW_MOST)
  useEffect(() => {
    if (count > 0) announce(label)
  }, [count, label])
  if (count === 0) return null

  const show = async () => {
    setIsBusy(true)
    try {
      await refetchFirst(client, query)
      // The button goes; the keyboard goes on from the top of the feed.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    } catch {
      toast({ title: texts.failed, tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    // Takes no room of its own: the list below it stands still.
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
