import { ApiError } from '../api-client.ts'
import {
  matchPath,
  NotFound,
  type Page,
  type PageContext,
  type PageOutcome,
  type PageVisit,
  Redirect,
  type Route,
} from './page.ts'
import { normalizePath, type PageLocation, parseLocation, toCanonicalLocation } from './page-location.ts'

/** A route whose code and data are loaded. */
export type RenderedRoute = {
  location: PageLocation
  route: Route
  page: Page
  visit: PageVisit
  outcome: PageOutcome
}

/** The result of loading a page. `failure` is the error that prevented the page from loading its data, for the log. */
export type LoadResult = { rendered: RenderedRoute; failure?: unknown }

/** Finds the route of a path; the last route matches every path. */
const matchRoute = (
  routes: readonly Route[],
  context: PageContext,
  location: PageLocation,
  isPreload = false,
) => {
  for (const route of routes) {
    const params = matchPath(route, location.pathname)
    if (!params) continue
    const canonical = toCanonicalLocation(location, route.parameters)
    return { route, visit: { ...context, location: canonical, params, isPreload } satisfies PageVisit }
  }
  throw new Error('No route matches every path')
}

/**
 * Returns a URL's cache key, which excludes query parameters that its page does not read and is the same for all paths
 * that match no page. Use it only as a key: for such paths, it is not a real URL.
 */
export const getPageCacheKey = (routes: readonly Route[], url: string): string => {
  const location = parseLocation(url)
  const route = routes.find(({ pattern }) => pattern.test(normalizePath(location.pathname)))
  if (!route || route === routes.at(-1)) return '/*'
  return toCanonicalLocation(location, route.parameters).href
}

/**
 * Loads a page's code, and loads its data into the query cache. A page does not exist if the API responds with 404 to one
 * of its calls. Throws only if the code cannot be loaded.
 */
export const loadPage = async (
  routes: readonly Route[],
  context: PageContext,
  location: PageLocation,
  isPreload = false,
): Promise<LoadResult | Redirect> => {
  const normalized = normalizePath(location.pathname)
  if (normalized !== location.pathname)
    return new Redirect(normalized + location.href.slice(location.pathname.length))
  const { route, visit } = matchRoute(routes, context, location, isPreload)
  const [page, gated] = await Promise.all([loadCode(route, visit), settle(route.layout.gate(visit))])
  const end = (outcome: PageOutcome, failure?: unknown) => ({
    rendered: { location, route, page, visit, outcome },
    failure,
  })
  if (gated.error instanceof Redirect) return gated.error
  if (gated.hasFailed) return end({ kind: 'failed', bare: true }, gated.error)

  const [framed, loaded] = await Promise.all([settle(route.layout.load?.(visit)), settle(page.load?.(visit))])
  if (framed.hasFailed) return end({ kind: 'failed', bare: true }, framed.error)
  if (!loaded.hasFailed) return end({ kind: 'loaded' })
  if (loaded.error instanceof Redirect) return loaded.error
  const { error } = loaded
  if (error instanceof NotFound) return end({ kind: 'notFound', title: error.title })
  if (error instanceof ApiError && error.status === 404)
    return end({ kind: 'notFound', title: error.userMessage || undefined })
  return end({ kind: 'failed', bare: false }, error)
}

/**
 * Takes over the server-rendered page in the browser. Its data is already in the query cache, so only its
 * code is loaded.
 */
export const finishLoading = async (
  routes: readonly Route[],
  context: PageContext,
  location: PageLocation,
  outcome: PageOutcome,
): Promise<RenderedRoute> => {
  const { route, visit } = matchRoute(routes, context, location)
  return { location, route, page: await loadCode(route, visit), visit, outcome }
}

const loadCode = async (route: Route, visit: PageVisit): Promise<Page> => {
  const { page } = await route.load()
  await page.loadCode?.(visit)
  return page
}

const settle = (promise: Promise<unknown> | undefined) =>
  Promise.resolve(promise).then(
    () => ({ hasFailed: false, error: undefined as unknown }),
    (error: unknown) => ({ hasFailed: true, error }),
  )
