import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteLicense } from '#core/licenses.ts'
import { CurrentUserProvider } from '#web/CurrentUserProvider.tsx'
import { LiveRegion } from '#web/kit/LiveRegion.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { loadPage, type RenderedRoute } from '#web/navigation/load-page.ts'
import { createNavigation, type Navigation } from '#web/navigation/navigation.ts'
import { NavigationContext, RenderedRouteContext } from '#web/navigation/navigation-context.ts'
import { defineRoute, type RouteLayout } from '#web/navigation/page.ts'
import { parseLocation } from '#web/navigation/page-location.ts'
import '#app/web/app.css'

const layout: RouteLayout = { gate: async () => {}, Component: ({ children }) => children }

const EmptyPage = () => null
const routes = [defineRoute(layout, '*', 'empty', async () => ({ page: { Component: EmptyPage } }))]

type OpenedPage = { queryClient: QueryClient; rendered: RenderedRoute; navigation: Navigation }

/** Opens a URL with a router whose pages are empty. */
export const openEmptyPage = async (
  queryClient: QueryClient,
  url: string,
  license?: SiteLicense,
): Promise<OpenedPage> => {
  const context = {
    queryClient,
    site: {
      name: 'Prompt Collection',
      url: 'http://localhost',
      version: '1.0.0',
      ...(license && { license }),
    },
  }
  const loaded = await loadPage(routes, context, parseLocation(url))
  if (!('rendered' in loaded)) throw new Error(`${url} redirects`)
  const { rendered } = loaded
  return { queryClient, rendered, navigation: createNavigation(routes, context, rendered) }
}

/** Surrounds components as the site does: with a query cache, a router, toasts, a live region and the styles. */
export const ComponentFrame = ({
  queryClient,
  rendered,
  navigation,
  children,
}: OpenedPage & { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <NavigationContext value={navigation}>
      <RenderedRouteContext value={rendered}>
        <CurrentUserProvider>{children}</CurrentUserProvider>
        <LiveRegion />
        <Toasts />
      </RenderedRouteContext>
    </NavigationContext>
  </QueryClientProvider>
)
