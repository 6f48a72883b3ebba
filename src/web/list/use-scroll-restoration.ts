import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { usePageLocation } from '../navigation/navigation-context.ts'
import { useHydrated } from '../use-hydrated.ts'
import {
  getScrollState,
  persistScrollStates,
  type ScrollState,
  saveFocusedCard,
} from './scroll-restoration.ts'

/**
 * The phases of restoring a feed: `fetching` refetches the pages lost by a reload, `scrolling` restores the position,
 * and `done` is final.
 */
export type ScrollRestorePhase = 'fetching' | 'scrolling' | 'done'

/**
 * Restores the exact scroll position after Back and after a reload. `pageCount` is the number of loaded pages, and
 * `refill` fetches the pages with the given cursors.
 */
export const useScrollRestoration = (
  pageCount: number,
  refill: (cursors: readonly string[]) => Promise<void>,
) => {
  const { key } = usePageLocation()
  const hydrated = useHydrated()
  const [historyKey] = useState(key)
  const [saved] = useState((): ScrollState | null => getScrollState(historyKey))
  const [phase, setPhase] = useState<ScrollRestorePhase>(saved ? 'fetching' : 'done')
  const isComplete = saved !== null && pageCount >= saved.cursors.length

  if (phase === 'fetching' && hydrated && isComplete) setPhase('scrolling')

  useLayoutEffect(() => {
    if (phase !== 'scrolling' || !saved) return
    scrollTo(0, saved.y)
    focusCard(saved.focusedCard)
    setPhase('done')
  }, [phase, saved])

  // This runs only once: a failed fetch is not retried.
  const fetchMissing = useEffectEvent(() => {
    if (phase !== 'fetching' || !saved || isComplete) return
    scrollTo(0, saved.y)
    refill(saved.cursors).catch(() => setPhase('done'))
  })
  useEffect(() => fetchMissing(), [])

  // This is a layout effect because its cleanup must run while the cards are still in the document.
  useLayoutEffect(() => {
    const leave = () => {
      saveFocusedCard(historyKey)
      persistScrollStates()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [historyKey])

  return {
    historyKey,
    saved,
    phase,
    /**
     * The height to reserve for scrolling while pages are fetched; undefined during server-side rendering.
     */
    reservedHeight: hydrated && phase === 'fetching' && saved ? saved.y + innerHeight : undefined,
  }
}

/** Returns the keyboard focus to the saved card unless another element has it. */
const focusCard = (focusedCard: ScrollState['focusedCard']): void => {
  if (!focusedCard || document.activeElement !== document.body) return
  const title = document.querySelector<HTMLElement>(`[data-card="${focusedCard.id}"] [data-act="open"]`)
  title?.focus({ preventScroll: true, focusVisible: focusedCard.hadRing })
}
