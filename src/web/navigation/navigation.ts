import { newUuid } from '#web/new-uuid.ts'
import { createStore, type Store } from '#web/store.ts'
import { browserLocation } from './browser-location.ts'
import { loadPage, type Shown } from './load-page.ts'
import { Redirect } from './outcome.ts'
import type { PageContext, Route } from './page.ts'
import { locationOf, type PageLocation } from './page-location.ts'

/** What becomes of the window's place: `back` is where it was in that entry, `keep` where it is. */
export type Arrival = 'top' | 'keep' | 'back'

type Draw = (shown: Shown, arrival: Arrival) => Promise<void>

/** The ways from page to page. All promises end when the page is drawn, or a newer one instead. */
export type Navigation = PageContext & {
  /** Where the address bar is; `shown` may still be the page before. */
  readonly location: PageLocation
  readonly shown: Shown
  /** Whether another page is on its way. */
  isLoading: Store<boolean>
  push(address: string, how?: { keepScroll?: boolean | undefined }): Promise<void>
  replace(address: string): Promise<void>
  /** Loads this page anew: everything may depend on who looks. */
  invalidate(): Promise<void>
  /** Fetches code and data ahead; what fails then fails when it is wanted. */
  preload(address: string): void
  /** The browser has gone back or forward, or to another place in the page. */
  follow(): Promise<void>
  /** Who draws pages, from now on. */
  drawWith(draw: Draw): void
}

/** One for each page's life in the browser, and on the server for each request, where nobody goes anywhere. */
export const createNavigation = (
  routes: readonly Route[],
  context: PageContext,
  first: Shown,
): Navigation => {
  const isLoading = createStore(false)
  let location = first.location
  let shown = first
  let draw: Draw = async () => {}
  /** What is asked of the page that is on its way. */
  let coming: Arrival = 'keep'
  let turn = 0
  let newest: Promise<void> = Promise.resolve()

  const show = async (next: Shown, arrival: Arrival) => {
    shown = next
    coming = 'keep'
    isLoading.set(false)
    await draw(next, arrival)
  }

  const load = async (target: PageLocation, arrival: Arrival): Promise<void> => {
    turn += 1
    const mine = turn
    location = target
    coming = arrival
    isLoading.set(target.href !== shown.location.href)
    const loaded = await loadPage(routes, context, target).catch(() => null)
    if (mine !== turn) return newest
    if (!loaded && navigator.onLine === false) return fail(target, arrival)
    // The code is of another version, or did not come: the server has the page.
    if (!loaded) return window.location.reload()
    if (loaded instanceof Redirect) return replace(loaded.href)
    // Meanwhile one may have gone to another place in it.
    return show({ ...loaded.shown, location }, arrival)
  }

  /** Offline there is no page to ask the server for: the frame that is drawn stays, and says that it failed. */
  const fail = (target: PageLocation, arrival: Arrival) =>
    show({ ...shown, location: target, outcome: { kind: 'failed', bare: false } }, arrival)

  /** The newest takes the turn: what was asked before is not drawn any more. */
  const goTo = (target: PageLocation, arrival: Arrival): Promise<void> => {
    newest = load(target, arrival)
    return newest
  }

  /** Another place in the page that is open. */
  const stay = (target: PageLocation, arrival: Arrival): Promise<void> => {
    location = target
    newest = show({ ...shown, location: target }, arrival)
    return newest
  }

  const isOpen = ({ href }: PageLocation) => href === location.href && href === shown.location.href

  const replace = (address: string): Promise<void> => {
    const key = newUuid()
    history.replaceState({ key }, '', address)
    return goTo(locationOf(address, key), 'top')
  }

  return {
    ...context,
    get location() {
      return location
    },
    get shown() {
      return shown
    },
    isLoading,
    push: (address, { keepScroll = false } = {}) => {
      const target = locationOf(address, newUuid())
      // Where one is already is no new entry.
      if (target.href === location.href && target.hash === location.hash) target.key = location.key
      else history.pushState({ key: target.key }, '', address)
      if (target.hash && isOpen(target)) return stay(target, 'top')
      return goTo(target, keepScroll ? 'keep' : 'top')
    },
    replace,
    invalidate: () => goTo(location, coming),
    preload: (address) => void loadPage(routes, context, locationOf(address), true).catch(() => {}),
    follow: () => {
      const target = browserLocation()
      return isOpen(target) ? stay(target, 'back') : goTo(target, 'back')
    },
    drawWith: (drawing) => {
      draw = drawing
    },
  }
}
