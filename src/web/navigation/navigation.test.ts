import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from '#tests/support/wait-until.ts'
import { finishLoading } from './load-page.ts'
import { createNavigation } from './navigation.ts'
import { initOverlayHistory } from './overlay-history.ts'
import { defineRoute, NotFound, Redirect, type RouteLayout } from './page.ts'
import { parseLocation } from './page-location.ts'

const context = {
  queryClient: new QueryClient(),
  site: { name: 'Site', url: 'https://site.example', version: '1.0.0' },
}
const Nothing = () => null
const layout: RouteLayout = { gate: async () => {}, Component: Nothing }

/** Simulates the parts of the browser history that navigation uses. */
const fakeBrowser = () => {
  const entries: { state: { key?: string; overlays?: number } | null; address: string }[] = []
  let at = -1
  const history = {
    get state() {
      return entries[at]?.state ?? null
    },
    pushState: (state: { key: string } | null, _: string, address: string) => {
      entries.splice(at + 1, entries.length, { state, address })
      at = entries.length - 1
    },
    go: (steps: number) => {
      at += steps
    },
    back: () => {
      at -= 1
    },
    replaceState: (state: { key: string }, _: string, address = entries[at]?.address ?? '') => {
      entries[at] = { state, address }
    },
  }
  const reload = vi.fn()
  const location = {
    reload,
    get pathname() {
      return parseLocation(entries[at]?.address ?? '/').pathname
    },
    get search() {
      return parseLocation(entries[at]?.address ?? '/').href.slice(this.pathname.length)
    },
    get hash() {
      return parseLocation(entries[at]?.address ?? '/').hash
    },
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('window', { location })
  history.pushState({ key: 'first' }, '', '/')
  return {
    entries,
    reload,
    go: (steps: number) => {
      at += steps
    },
  }
}

const open = async (loaders: Record<string, () => Promise<unknown>> = {}) => {
  const loads: string[] = []
  const routes = ['/', '/a', '/b', '/c', '*'].map((path) =>
    defineRoute(layout, path, path, async () => {
      if (path === '/c') throw new TypeError('Failed to fetch dynamically imported module')
      const load = async () => {
        loads.push(path)
        await loaders[path]?.()
      }
      return { page: { load, Component: Nothing } }
    }),
  )
  const first = await finishLoading(routes, context, parseLocation('/', 'first'), { kind: 'loaded' })
  const navigation = createNavigation(routes, context, first)
  const rendered: [address: string, arrival: string, kind: string][] = []
  navigation.setRenderer(async ({ location, outcome }, arrival) => {
    rendered.push([location.href + location.hash, arrival, outcome.kind])
  })
  return { navigation, drawn: rendered, loads }
}

let browser: ReturnType<typeof fakeBrowser>
beforeEach(() => {
  browser = fakeBrowser()
  initOverlayHistory()
})
afterEach(() => void vi.unstubAllGlobals())

test('changes the address immediately, and the page once it can be rendered', async () => {
  const { navigation, drawn: rendered } = await open()
  const going = navigation.push('/a')
  expect(browser.entries.at(-1)?.address).toBe('/a')
  expect([navigation.location.href, navigation.rendered.location.href]).toEqual(['/a', '/'])
  expect(navigation.isLoading.get()).toBe(true)
  await going
  expect(rendered).toEqual([['/a', 'top', 'loaded']])
  expect(navigation.isLoading.get()).toBe(false)
})

test('a newer navigation replaces an older one, whichever is ready first', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { navigation, drawn: rendered } = await open({ '/a': () => slow })
  const older = navigation.push('/a')
  await navigation.push('/b')
  finish()
  await older
  expect(rendered).toEqual([['/b', 'top', 'loaded']])
  expect(navigation.rendered.location.href).toBe('/b')
})

test('a redirect replaces the history entry of the page that redirects', async () => {
  const { navigation, drawn: rendered } = await open({
    '/a': async () => {
      throw new Redirect('/b')
    },
  })
  await navigation.push('/a')
  expect(rendered).toEqual([['/b', 'top', 'loaded']])
  expect(browser.entries.map(({ address }) => address)).toEqual(['/', '/b'])
})

test('renders a missing page as not found, and lets a failed one be retried', async () => {
  let isUp = false
  const { navigation, drawn: rendered } = await open({
    '*': async () => {
      throw new NotFound()
    },
    '/a': async () => {
      if (!isUp) throw new Error('away')
    },
  })
  await navigation.push('/nothing')
  await navigation.push('/a')
  isUp = true
  await navigation.invalidate()
  expect(rendered).toEqual([
    ['/nothing', 'top', 'notFound'],
    ['/a', 'top', 'failed'],
    ['/a', 'keep', 'loaded'],
  ])
})

test('lets the server render a page whose code fails to load', async () => {
  const { navigation, drawn: rendered } = await open()
  await navigation.push('/c')
  expect(browser.reload).toHaveBeenCalledOnce()
  expect(rendered).toEqual([])
})

test('shows an error that can be retried if the code fails to load while the browser is offline', async () => {
  const { navigation, drawn: rendered } = await open()
  vi.stubGlobal('navigator', { onLine: false })
  await navigation.push('/c')
  expect(browser.reload).not.toHaveBeenCalled()
  expect(rendered).toEqual([['/c', 'top', 'failed']])
  vi.stubGlobal('navigator', { onLine: true })
  await navigation.invalidate()
  expect(browser.reload).toHaveBeenCalledOnce()
})

test('Back and Forward restore the key of the history entry', async () => {
  const { navigation, drawn: rendered } = await open()
  await navigation.push('/a')
  const key = navigation.location.key
  expect(key).toBeTruthy()
  browser.go(-1)
  await navigation.onPopState()
  expect(navigation.location.key).toBe('first')
  browser.go(1)
  await navigation.onPopState()
  expect(navigation.location.key).toBe(key)
  expect(rendered.slice(1)).toEqual([
    ['/', 'back', 'loaded'],
    ['/a', 'back', 'loaded'],
  ])
})

test('gives the history entry of an open dialog to the next page', async () => {
  const { navigation, drawn: rendered } = await open()
  await navigation.push('/a')
  history.pushState({ key: navigation.location.key, overlays: 1 }, '', '/a')
  initOverlayHistory()
  await navigation.push('/b')
  expect(browser.entries.map(({ address }) => address)).toEqual(['/', '/a', '/b'])
  expect(rendered.map(([address]) => address)).toEqual(['/a', '/b'])
})

test('replaces the history entry of the page below an open dialog', async () => {
  const { navigation } = await open()
  await navigation.push('/a')
  history.pushState({ key: navigation.location.key, overlays: 1 }, '', '/a')
  initOverlayHistory()
  const going = navigation.replace('/b')
  await navigation.onPopState()
  await going
  expect(browser.entries[1]?.address).toBe('/b')
  expect(navigation.rendered.location.href).toBe('/b')
})

test('Back skips the history entry that a closed dialog has left, without loading the page', async () => {
  const { navigation, loads } = await open()
  await navigation.push('/a')
  history.pushState({ key: navigation.location.key, overlays: 1 }, '', '/a')
  initOverlayHistory()
  browser.go(-1)
  await navigation.onPopState()
  expect(loads).toEqual(['/a'])
  await navigation.onPopState()
  expect(navigation.rendered.location.href).toBe('/')
})

test('moves to a hash on the current page without loading, and gives a history entry without a key one', async () => {
  const { navigation, drawn: rendered, loads } = await open()
  await navigation.push('/a')
  await navigation.push('/a#comments')
  history.pushState(null, '', '/a#content')
  await navigation.onPopState()
  expect(loads).toEqual(['/a'])
  expect(rendered.slice(1)).toEqual([
    ['/a#comments', 'top', 'loaded'],
    ['/a#content', 'back', 'loaded'],
  ])
  expect(browser.entries.at(-1)?.state?.key).toBe(navigation.location.key)
})

test('a link to the current page adds no history entry and reloads the data', async () => {
  const { navigation, loads } = await open()
  await navigation.push('/a')
  await navigation.push('/a', { keepScroll: true })
  expect(browser.entries).toHaveLength(2)
  expect(loads).toEqual(['/a', '/a'])
})

test('preloading changes nothing visible, even if it fails', async () => {
  const {
    navigation,
    drawn: rendered,
    loads,
  } = await open({
    '/a': async () => {
      throw new Error('away')
    },
  })
  navigation.preload('/a')
  navigation.preload('/c')
  await waitFor(() => expect(loads).toEqual(['/a']))
  expect([rendered, browser.entries.length, navigation.location.href]).toEqual([[], 1, '/'])
})

test('invalidating does not interfere with a navigation in progress', async () => {
  const { navigation, drawn: rendered } = await open()
  const going = navigation.push('/a')
  await Promise.all([going, navigation.invalidate()])
  await navigation.invalidate()
  expect(rendered).toEqual([
    ['/a', 'top', 'loaded'],
    ['/a', 'keep', 'loaded'],
  ])
})
