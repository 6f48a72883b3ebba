import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { enableFocusOnClick } from '#web/focus-on-click.ts'
import { loadMarkdown } from '#web/kit/Markdown.tsx'
import { finishLoading } from '#web/navigation/load-page.ts'
import { createNavigation } from '#web/navigation/navigation.ts'
import { getBrowserLocation } from '#web/navigation/page-location.ts'
import { createQueryClient } from '#web/query-client.ts'
import { App } from './App.tsx'
import { consumePageState } from './page-state.ts'
import { pageRoutes } from './routes.ts'
import './app.css'

enableFocusOnClick()
// A reader who scrolls, clicks or types will soon see texts that the server has not rendered.
for (const type of ['pointerdown', 'keydown', 'scroll'])
  addEventListener(type, () => void loadMarkdown().catch(() => {}), { once: true, passive: true })

const hydrate = async () => {
  const queryClient = createQueryClient()
  const { site, assets, outcome } = consumePageState(queryClient)
  const context = { site, queryClient }
  const shown = await finishLoading(pageRoutes, context, getBrowserLocation(), outcome)
  const navigation = createNavigation(pageRoutes, context, shown)
  startTransition(() => {
    hydrateRoot(document, <App navigation={navigation} assets={assets} />)
  })
}

// Slow devices need a while to evaluate the scripts, so the browser may do other work before hydration.
const hydrateLater = () => setTimeout(() => void hydrate())
// The page's state is at the end of the document.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', hydrateLater)
else hydrateLater()
