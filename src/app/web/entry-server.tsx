import { AsyncLocalStorage } from 'node:async_hooks'
import { renderToString } from 'react-dom/server'
import type { LocalCall } from '#server/http/local-calls.ts'
import { CallError, setLocalCall } from '#web/api-client.ts'
import { loadPage, pageCacheKey } from '#web/navigation/load-page.ts'
import { createNavigation } from '#web/navigation/navigation.ts'
import { Redirect, type Site } from '#web/navigation/page.ts'
import { parseLocation } from '#web/navigation/page-location.ts'
import { createQueryClient } from '#web/query-client.ts'
import { firstPaintScript } from '#web/theme.ts'
import type { PageRenderer, RenderedPage } from '../server/page-renderer.ts'
import { App } from './App.tsx'
import { type Assets, writePageState } from './page-state.ts'
import { routes } from './routes.ts'

const inlineScripts = [firstPaintScript]

const localCall = new AsyncLocalStorage<LocalCall>()

setLocalCall(async (operation, input) => {
  const call = localCall.getStore()
  if (!call) throw new Error('API call outside of a request')
  const reply = await call(operation, input)
  if ('data' in reply) return reply.data
  throw new CallError(reply.status, reply.body)
})

/** Creates the renderer for these built files; `filesOf` returns the files of one page. */
export const createRenderer = (
  site: Site,
  assets: Assets,
  filesOf: (page: string) => string[] = () => [],
): PageRenderer => ({
  cacheUrl: (url) => pageCacheKey(routes, url),
  render: (url, call) => localCall.run(call, () => renderPage(url, site, assets, filesOf)),
})

const renderPage = async (
  url: string,
  site: Site,
  assets: Assets,
  filesOf: (page: string) => string[],
): Promise<RenderedPage> => {
  // Each request has its own query cache.
  const context = { site, queryClient: createQueryClient() }
  const loaded = await loadPage(routes, context, parseLocation(url))
  if (loaded instanceof Redirect)
    return { status: loaded.status, html: '', inlineScripts, location: loaded.href }
  const { shown, failure } = loaded
  // Preloads the page's code in parallel with the entry instead of after it.
  const preloads = [...new Set([...assets.preloads, ...filesOf(shown.route.name)])]
  const all = { ...assets, preloads }
  const html = renderToString(<App navigation={createNavigation(routes, context, shown)} assets={all} />)
  const state = writePageState({ site, assets: all, outcome: shown.outcome }, context.queryClient)
  return {
    status: statusOf(shown.outcome.kind, failure),
    html: `<!DOCTYPE html>${html.replace('</body></html>', () => `${state}</body></html>`)}`,
    inlineScripts,
    ...(failure ? { error: failure } : {}),
  }
}

const statusOf = (kind: 'loaded' | 'notFound' | 'failed', failure: unknown): number => {
  if (kind !== 'failed') return kind === 'loaded' ? 200 : 404
  return failure instanceof CallError && failure.status >= 400 ? failure.status : 500
}
