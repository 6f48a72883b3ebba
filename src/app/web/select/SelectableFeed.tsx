import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { getVisibleItems } from '#features/feeds/web/Feed.tsx'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { CONTENT_ID } from '../layout/PageLayout.tsx'
import { PostFeed, type PostFeedProps } from '../PostFeed.tsx'
import { pageTexts } from '../page-texts.ts'
import type { SelectableListKind } from './selection.ts'

type Props<P> = PostFeedProps<P> & { list: SelectableListKind; top?: ReactNode }

const load = () => import('./selecting.ts').catch(() => null)

/**
 * A member's own list of posts, in which several posts can be selected. The selection code is loaded on
 * demand. `top` is shown beside the button that starts the selection, and stays while posts are being selected.
 */
export const SelectableFeed = <P,>({ list, top, ...feed }: Props<P>) => {
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
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow self-center">{top}</div>
        {!code && posts.length > 0 && (
          <Button
            ref={button}
            onPointerEnter={load}
            onFocus={load}
            onClick={() => void start()}
            className="scripting-none:hidden"
          >
            {pageTexts.select}
          </Button>
        )}
      </div>
      <PostFeed
        {...feed}
        renderTop={code ? (post) => <code.PostCheckbox post={post} order={order} /> : undefined}
      />
    </div>
  )
}
