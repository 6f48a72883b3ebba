import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { arrive } from './arrive.ts'
import { followHistory } from './follow-history.ts'
import type { Shown } from './load-page.ts'
import type { Arrival, Navigation } from './navigation.ts'
import { keepScrollPlace } from './scroll-places.ts'

/** The route to render. The previous page stays until the next one can be rendered immediately. */
export const useShownPage = (navigation: Navigation): Shown => {
  const [rendered, setRendered] = useState(() => ({ shown: navigation.shown, arrival: 'keep' as Arrival }))
  const waiting = useRef<(() => void)[]>([])

  useLayoutEffect(() => {
    navigation.drawWith((shown, arrival) => {
      startTransition(() => setRendered({ shown, arrival }))
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return followHistory(navigation)
  }, [navigation])

  useLayoutEffect(() => {
    const { location } = rendered.shown
    arrive(location, rendered.arrival)
    for (const resolve of waiting.current.splice(0)) resolve()
    const onScroll = () => keepScrollPlace(location.key)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [rendered])

  return rendered.shown
}
