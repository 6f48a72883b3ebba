import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import type { RenderedRoute } from './load-page.ts'
import type { Navigation, ScrollTarget } from './navigation.ts'
import { initOverlayHistory } from './overlay-history.ts'
import { getBrowserLocation, type PageLocation } from './page-location.ts'
import {
  getScrollOffset,
  loadScrollOffsets,
  persistScrollOffsets,
  saveScrollOffset,
} from './scroll-offsets.ts'

/**
 * Handles Back and Forward, and takes over scroll restoration from the browser, which handles it until the first script
 * runs. Returns a function that stops both.
 */
const followHistory = (navigation: Navigation): (() => void) => {
  const follow = () => void navigation.onPopState()
  const takeOver = () => {
    history.scrollRestoration = 'manual'
  }
  const handBack = () => {
    persistScrollOffsets()
    history.scrollRestoration = 'auto'
  }
  // Safari scrolls a page from its back/forward cache to the top, regardless of `scrollRestoration`.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    takeOver()
    const offset = persisted ? getScrollOffset(navigation.location.key) : undefined
    if (offset !== undefined && offset !== scrollY) scrollTo(0, offset)
  }
  loadScrollOffsets()
  takeOver()
  const offset = getScrollOffset(navigation.location.key)
  if (offset !== undefined && scrollY === 0) scrollTo(0, offset)
  // The user may have gone back before this listener was registered.
  if (getBrowserLocation().href !== navigation.location.href) follow()
  initOverlayHistory()
  addEventListener('popstate', follow)
  addEventListener('pagehide', handBack)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pagehide', handBack)
    removeEventListener('pageshow', onPageShow)
  }
}

/**
 * Scrolls after a page has rendered: to the stored offset, to the element that the URL's hash refers to, or to the top.
 */
export const restoreScroll = ({ hash, key }: PageLocation, scroll: ScrollTarget): void => {
  if (scroll === 'keep') return
  const offset = scroll === 'back' ? getScrollOffset(key) : undefined
  if (offset === undefined && hash) document.getElementById(idIn(hash))?.scrollIntoView()
  else scrollTo(0, offset ?? 0)
}

const idIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Returns the route to render. The previous page stays until the next one can be rendered immediately. */
export const useRenderedRoute = (navigation: Navigation): RenderedRoute => {
  const [rendered, setRendered] = useState(() => ({
    shown: navigation.rendered,
    scroll: 'keep' as ScrollTarget,
  }))
  const waiting = useRef<(() => void)[]>([])

  useLayoutEffect(() => {
    navigation.setRenderer((shown, scroll) => {
      startTransition(() => setRendered({ shown, scroll }))
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return followHistory(navigation)
  }, [navigation])

  useLayoutEffect(() => {
    const { location } = rendered.shown
    restoreScroll(location, rendered.scroll)
    for (const resolve of waiting.current.splice(0)) resolve()
    const onScroll = () => saveScrollOffset(location.key)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [rendered])

  return rendered.shown
}
