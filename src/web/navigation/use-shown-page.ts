import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { arrive } from './arrive.ts'
import { followHistory } from './follow-history.ts'
import type { Shown } from './load-page.ts'
import type { Arrival, Navigation } from './navigation.ts'
import { keepScrollPlace } from './scroll-places.ts'

/** The page to draw. The one before stays until the next can be drawn at once. */
export const useShownPage = (navigation: Navigation): Shown => {
  const [drawn, setDrawn] = useState(() => ({ shown: navigation.shown, arrival: 'keep' as Arrival }))
  const waiting = useRef<(() => void)[]>([])

  useLayoutEffect(() => {
    navigation.drawWith((shown, arrival) => {
      startTransition(() => setDrawn({ shown, arrival }))
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return followHistory(navigation)
  }, [navigation])

  useLayoutEffect(() => {
    const { location } = drawn.shown
    arrive(location, drawn.arrival)
    for (const resolve of waiting.current.splice(0)) resolve()
    const onScroll = () => keepScrollPlace(location.key)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [drawn])

  return drawn.shown
}
