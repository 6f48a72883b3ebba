import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { RouterContext } from '#app/web/router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: match.context.site.name },
    ],
    links: match.context.assets.styles.map((href) => ({ rel: 'stylesheet', href })),
    scripts: match.context.assets.scripts.map((src) => ({ type: 'module', src })),
  }),
  component: Document,
})

function Document() {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
