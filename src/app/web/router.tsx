import { type DehydratedState, dehydrate, hydrate, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#app/web/layout/ErrorPage.tsx'
import { NotFoundPage } from '#app/web/layout/NotFoundPage.tsx'
import type { Assets, Site } from '#app/web/router-context.ts'
import { parseSearch, stringifySearch } from '#app/web/search-strings.ts'
import { createQueryClient } from '#web/query-client.ts'
import { routeTree } from './routeTree.gen.ts'

type Dehydrated = { site: Site; assets: Assets; queries: DehydratedState }

/** A new router and query cache: one for each request on the server, one for the page's life in the browser. */
export const createAppRouter = (site: Site, assets: Assets) => {
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient, site, assets },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // Plain data only: JSON in a JSON string costs less to write and read than the router's own serializer.
    dehydrate: () => ({
      json: JSON.stringify({ site, assets, queries: dehydrate(queryClient) } satisfies Dehydrated),
    }),
    hydrate: ({ json }: { json: string }) => {
      const dehydrated = JSON.parse(json) as Dehydrated
      Object.assign(site, dehydrated.site)
      Object.assign(assets, dehydrated.assets)
      hydrate(queryClient, dehydrated.queries)
    },
    // biome-ignore lint/correctness/noComponentHookFactories: one for the whole life of its router
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
