import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import type { PageRenderer } from '#app/server/render.ts'
import { createAppRouter } from '#app/web/router.tsx'
import type { Assets, Site } from '#app/web/router-context.ts'
import { CallError, setTransport, type Transport } from '#web/call.ts'

type AppRouter = ReturnType<typeof createAppRouter>

const asking = new AsyncLocalStorage<Transport>()

setTransport((url, init) => {
  const ask = asking.getStore()
  if (!ask) throw new Error('A call outside of a request')
  return ask(url, init)
})

/** Renders pages of this site with these built files. */
export const createRenderer = (site: Site, assets: Assets): PageRenderer => ({
  render: (url, ask) =>
    asking.run(ask, async () => {
      let failure: unknown
      const handle = createRequestHandler({
        request: new Request(new URL(url, site.url)),
        createRouter: () =>
          hideFailures(createAppRouter(site, { ...assets }), (error) => {
            failure ??= error
          }),
      })
      const response = await handle(({ router, responseHeaders }) =>
        renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
      )
      const location = response.headers.get('location')
      return {
        status: statusOf(response.status, failure),
        html: await response.text(),
        ...(location ? { location } : {}),
        ...(failure ? { failure } : {}),
      }
    }),
})

/** The page's state carries a route's error to the browser: nothing of what went wrong inside belongs there. */
const hideFailures = (router: AppRouter, tell: (error: unknown) => void): AppRouter => {
  const load = router.load
  router.load = async (...how) => {
    await load(...how)
    for (const match of router.state.matches) {
      if (match.status !== 'error') continue
      tell(match.error)
      match.error = new Error('This page could not be loaded')
    }
  }
  return router
}

// A page whose data did not come is not found or failed, whatever could be rendered of it.
const statusOf = (status: number, failure: unknown): number => {
  if (!failure) return status
  return failure instanceof CallError && failure.status >= 400 ? failure.status : 500
}
