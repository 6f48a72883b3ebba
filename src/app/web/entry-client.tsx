import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { enableFocusOnClick } from '#web/focus-on-click.ts'
import { finishLoading } from '#web/navigation/load-page.ts'
import { createNavigation } from '#web/navigation/navigation.ts'
import { getBrowserLocation } from '#web/navigation/page-location.ts'
import { createQueryClient } from '#web/query-client.ts'
import { App } from './App.tsx'
import { consumePageState } from './page-state.ts'
import { pageRoutes } from './routes.ts'
import './app.css'

const queryClient = createQueryClient()
const { site, assets, outcome } = consumePageState(queryClient)
const context = { site, queryClient }
enableFocusOnClick()

// A top-level `await` could deadlock, because the page's code may be bundled into this same file.
void finishLoading(pageRoutes, context, getBrowserLocation(), outcome).then((shown) => {
  const navigation = createNavigation(pageRoutes, context, shown)
  startTransition(() => {
    hydrateRoot(document, <App navigation={navigation} assets={assets} />)
  })
})
