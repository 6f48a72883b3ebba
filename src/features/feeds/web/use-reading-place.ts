import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { keepCard, placeOf, type ReadingPlace, storePlaces } from '#features/feeds/web/reading-place.ts'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { useHydrated } from '#web/use-hydrated.ts'

/**
 * `fetching`: pages that a reload has lost come back; `placing`: all is there, the page scrolls; `here`:
 * done.
 */
export type Arrival = 'fetching' | 'placing' | 'here'

/**
 * Brings a visitor who comes back to the very pixel where they were, after Back and after a reload alike.
 * `pages` is how many are loaded now, `refill` loads those that began so.
 */
export const useReadingPlace = (pages: number, refill: (anchors: readonly string[]) => Promise<void>) => {
  const { key } = usePageLocation()
  const hydrated = useHydrated()
  const [historyKey] = useState(key)
  const [place] = useState((): ReadingPlace | null => placeOf(historyKey))
  const [arrival, setArrival] = useState<Arrival>(place ? 'fetching' : 'here')
  const isComplete = place !== null && pages >= place.anchors.length

  if (arrival === 'fetching' && hydrated && isComplete) setArrival('placing')

  useLayoutEffect(() => {
    if (arrival !== 'placing' || !place) return
    scrollTo(0, place.y)
    focusCard(place.left)
    setArrival('here')
  }, [arrival, place])

  // Once: what failed then is not asked for again.
  const fetchMissing = useEffectEvent(() => {
    if (arrival !== 'fetching' || !place || isComplete) return
    scrollTo(0, place.y)
    refill(place.anchors).catch(() => setArrival('here'))
  })
  useEffect(() => fetchMissing(), [])

  // In a layout effect: the cards are still there when they go.
  useLayoutEffect(() => {
    const leave = () => {
      keepCard(historyKey)
      storePlaces()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [historyKey])

  return {
    historyKey,
    place,
    arrival,
    /** Room to scroll to while the pages are on their way; never in what the server draws. */
    hold: hydrated && arrival === 'fetching' && place ? place.y + innerHeight : undefined,
  }
}

/**
 * The keyboard goes on from the card that was left; where something else has the focus by now, it keeps it.
 */
const focusCard = (left: ReadingPlace['left']): void => {
  if (!left || document.activeElement !== document.body) return
  const title = document.querySelector<HTMLElement>(`[data-card="${left.id}"] [data-act="open"]`)
  title?.focus({ preventScroll: true, focusVisible: left.hadRing })
}
