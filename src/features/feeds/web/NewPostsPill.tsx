import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { resetToFirstPage } from '#web/list/paged-query.ts'
import { MAX_NEW_POSTS } from '../contract-values.ts'
import { type FeedParams, feedQuery, newPostsQuery } from './queries.ts'
import { feedListTexts } from './texts.ts'

/**
 * Offers new posts at the top of a feed sorted by newest, but shows them only after a click, so that the feed
 * never moves on its own. This component is lazily loaded, so it is a default export.
 */
const NewPostsPill = ({ feed: params }: { feed: FeedParams }) => {
  const client = useQueryClient()
  const query = feedQuery(params)
  const [isBusy, setIsBusy] = useState(false)
  const { data: feed, dataUpdatedAt } = useInfiniteQuery({ ...query, enabled: false })
  const { data: count = 0 } = useQuery(newPostsQuery(params, feed?.pages[0]?.[0], dataUpdatedAt))
  const label = feedListTexts.showNew(count, count >= MAX_NEW_POSTS)
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
      showToast({ title: feedListTexts.failed, tone: 'danger' })
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
