import { randomUuid } from '../random-uuid.ts'
import { createStore, type Store } from '../store.ts'
import { loadPage, type RenderedRoute } from './load-page.ts'
import { handleOverlayPop, pushPageEntry, replacePageEntry } from './overlay-history.ts'
import { type PageContext, Redirect, type Route } from './page.ts'
import { getBrowserLocation, type PageLocation, parseLocation } from './page-location.ts'

/**
 * Where to scroll after a navigation: to the top, nowhere (`keep`), or to the position saved for the history entry
 * (`back`).
 */
export type ScrollTarget = 'top' | 'keep' | 'back'

type Render = (shown: RenderedRoute, scroll: ScrollTarget) => Promise<void>

/** Navigates between pages. Every promise resolves when the page, or a newer one that has replaced it, is rendered. */
export type Navigation = PageContext & {
  /** The location in the address bar; `rendered` may still be the previous page. */
  readonly location: PageLocation
  readonly rendered: RenderedRoute
  /** Whether another page is being loaded. */
  isLoading: Store<boolean>
  push(address: string, how?: { keepScroll?: boolean | undefined }): Promise<void>
  replace(address: string): Promise<void>
  /** Loads the current page again because all of its content may depend on the viewer. */
  invalidate(): Promise<void>
  /** Loads code and data in advance; errors are not reported until the page is opened. */
  preload(address: string): void
  /** Call this after the browser has gone back or forward, or to another hash. */
  onPopState(): Promise<void>
  /** Sets the function that renders pages. */
  setRenderer(render: Render): void
}

/**
 * Creates the navigation: one per document in the browser, and one per request on the server, where no navigation
 * happens.
 */
export const createNavigation = (
  routes: readonly Route[],
  context: PageContext,
  first: RenderedRoute,
): Navigation => {
  const isLoading = createStore(false)
  let location = first.location
  let shown = first
  let render: Render = async () => {}
  /** The scroll target of the navigation in progress. */
  let pendingScroll: ScrollTarget = 'keep'
  let latestId = 0
  let newest: Promise<void> = Promise.resolve()

  const show = async (next: RenderedRoute, scroll: ScrollTarget) => {
    shown = next
    pendingScroll = 'keep'
    isLoading.set(false)
    await render(next, scroll)
  }

  const load = async (target: PageLocation, scroll: ScrollTarget): Promise<void> => {
    latestId += 1
    const id = latestId
    location = target
    pendingScroll = scroll
    isLoading.set(target.href !== shown.location.href)
    const loaded = await loadPage(routes, context, target).catch(() => null)
    if (id !== latestId) return newest
    if (!loaded && navigator.onLine === false) return fail(target, scroll)
    // The code belongs to another version or could not be loaded, so the server must render the page.
    if (!loaded) return window.location.reload()
    if (loaded instanceof Redirect) return replace(loaded.href)
    // The user may have followed a link to another hash on the page in the meantime.
    return show({ ...loaded.rendered, location }, scroll)
  }

  /**
   * Shows that the page could not be loaded. If the browser is offline, reloading would fail too, so the current layout
   * stays and shows the error.
   */
  const fail = (target: PageLocation, scroll: ScrollTarget) =>
    show({ ...shown, location: target, outcome: { kind: 'failed', bare: false } }, scroll)

  /** Navigates to a page. The newest navigation wins: the results of older ones are not rendered. */
  const goTo = (target: PageLocation, scroll: ScrollTarget): Promise<void> => {
    newest = load(target, scroll)
    return newest
  }

  /** Moves to another hash on the current page, without loading the page again. */
  const stay = (target: PageLocation, scroll: ScrollTarget): Promise<void> => {
    location = target
    newest = show({ ...shown, location: target }, scroll)
    return newest
  }

  const isOpen = ({ href }: PageLocation) => href === location.href && href === shown.location.href

  const replace = (address: string): Promise<void> => {
    const key = randomUuid()
    replacePageEntry(key, address)
    return goTo(parseLocation(address, key), 'top')
  }

  return {
    ...context,
    get location() {
      return location
    },
    get rendered() {
      return shown
    },
    isLoading,
    push: (address, { keepScroll = false } = {}) => {
      const target = parseLocation(address, randomUuid())
      // A link to the current location adds no history entry.
      if (target.href === location.href && target.hash === location.hash) target.key = location.key
      else pushPageEntry(target.key, address)
      if (target.hash && isOpen(target)) return stay(target, 'top')
      return goTo(target, keepScroll ? 'keep' : 'top')
    },
    replace,
    invalidate: () => goTo(location, pendingScroll),
    preload: (address) => void loadPage(routes, context, parseLocation(address), true).catch(() => {}),
    onPopState: () => {
      const target = getBrowserLocation()
      if (handleOverlayPop(target.key === location.key)) return newest
      return isOpen(target) ? stay(target, 'back') : goTo(target, 'back')
    },
    setRenderer: (renderer) => {
      render = renderer
    },
  }
}
