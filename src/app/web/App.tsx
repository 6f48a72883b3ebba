import { QueryClientProvider } from '@tanstack/react-query'
import { CurrentUserProvider } from '#web/CurrentUserProvider.tsx'
import type { Navigation } from '#web/navigation/navigation.ts'
import { NavigationContext, RenderedRouteContext } from '#web/navigation/navigation-context.ts'
import { useRenderedRoute } from '#web/navigation/use-rendered-route.ts'
import { getDefaultHead } from './default-head.ts'
import { CurrentPage } from './layout/CurrentPage.tsx'
import { HtmlDocument } from './layout/HtmlDocument.tsx'
import type { PageAssets } from './page-state.ts'

/** The whole HTML document, rendered identically on the server and in the browser. */
export const App = ({ navigation, assets }: { navigation: Navigation; assets: PageAssets }) => {
  const shown = useRenderedRoute(navigation)
  const { page, visit, outcome, location } = shown
  const { title, meta } = getDefaultHead(location.pathname, navigation.site.name)
  // If the page failed to load, its head has no content to describe.
  const head = page.head && outcome.kind !== 'failed' ? page.head(visit) : {}
  return (
    <QueryClientProvider client={navigation.queryClient}>
      <NavigationContext value={navigation}>
        <RenderedRouteContext value={shown}>
          <HtmlDocument head={{ title, ...head, meta: [...meta, ...(head.meta ?? [])] }} assets={assets}>
            <CurrentUserProvider>
              <CurrentPage renderedRoute={shown} />
            </CurrentUserProvider>
          </HtmlDocument>
        </RenderedRouteContext>
      </NavigationContext>
    </QueryClientProvider>
  )
}
