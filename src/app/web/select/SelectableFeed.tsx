import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { getVisibleItems } from '#features/feeds/web/Feed.tsx'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { CONTENT_ID } from '../layout/PageLayout.tsx'
import { PostFeed, type PostFeedProps } from '../PostFeed.tsx'
import { pageTexts } from '../page-texts.ts'
import type { SelectableListKind } from './selection.ts'

const load = () => import('./selecting.ts').catch(() => null)

/**
 * A member's own list of posts, in which several posts can be selected. The selection code is loaded on
 * demand.
 */
export const SelectableFeed = <P,>({ list, ...feed }: PostFeedProps<P> & { list: SelectableListKind }) => {
  const [code, setCode] = useState<Awaited<ReturnType<typeof load>>>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useInfiniteQuery(feed.query)
  // `itemsIn` is a pure function of the page, so the posts only depend on the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const posts = useMemo(() => getVisibleItems(data?.pages.flatMap(feed.itemsIn) ?? []), [data])
  const order = useMemo(() => posts.map(({ id }) => id), [posts])
  const start = async () => {
    const loaded = await load()
    if (loaded) setCode(loaded)
    else showToast({ title: pageTexts.selectFailed, tone: 'danger' })
  }
  const end = useCallback(() => {
    setCode(null)
    // Waits until a closing dialog has returned focus to the bar.
    setTimeout(
      () => (button.current ?? document.getElementById(CONTENT_ID))?.focus({ preventScroll: true }),
      50,
    )
  }, [])
  return (
    <div className="flex flex-col">
      {code && <code.SelectionBar list={list} posts={posts} onEnd={end} />}
      {!code && posts.length > 0 && (
        <div className="flex justify-end scripting-none:hidden">
          <Button ref={button} onPointerEnter={load} onFocus={load} onClick={() => void start()}>
            {pageTexts.select}
          </Button>
        </div>
      )}
      <PostFeed
        {...feed}
        renderTop={code ? (post) => <code.PostCheckbox post={post} order={order} /> : undefined}
      />
    </div>
  )
}
