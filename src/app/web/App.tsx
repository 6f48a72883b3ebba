import { QueryClientProvider } from '@tanstack/react-query'
import { documentTitle } from '#app/web/document-title.ts'
import { Document } from '#app/web/layout/Document.tsx'
import { ShownPage } from '#app/web/layout/ShownPage.tsx'
import type { Assets } from '#app/web/page-state.ts'
import type { Navigation } from '#web/navigation/navigation.ts'
import { NavigationContext, ShownContext } from '#web/navigation/navigation-context.ts'
import { useShownPage } from '#web/navigation/use-shown-page.ts'

/** The whole HTML document, rendered alike on the server and in the browser. */
export const App = ({ navigation, assets }: { navigation: Navigation; assets: Assets }) => {
  const shown = useShownPage(navigation)
  const { page, visit, outcome, location } = shown
  const title = documentTitle(location.pathname, navigation.site.name)
  // A page that failed to load has no content to describe.
  const head = outcome.kind === 'failed' ? {} : page.head?.(visit)
  return (
    <QueryClientProvider client={navigation.queryClient}>
      <NavigationContext value={navigation}>
        <ShownContext value={shown}>
          <Document head={{ title, ...head }} assets={assets}>
            <ShownPage shown={shown} />
          </Document>
        </ShownContext>
      </NavigationContext>
    </QueryClientProvider>
  )
}
