import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { documentTitle } from '#app/web/document-title.ts'
import type { RouterContext } from '#app/web/router-context.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { firstPaintScript } from '#web/theme.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  // The page's code is fetched beside the entry, not after it. In the browser the list comes with the page.
  beforeLoad: ({ context: { assets }, matches }) => {
    const files = matches.flatMap(({ routeId }) => assets.filesOf?.(routeId) ?? [])
    assets.preloads = [...new Set([...assets.preloads, ...files])]
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(currentUserQuery)
  },
  head: ({ match, matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: documentTitle(matches.at(-1)?.pathname ?? '/', match.context.site.name) },
    ],
    links: [
      ...match.context.assets.styles.map((href) => ({ rel: 'stylesheet', href })),
      ...match.context.assets.preloads.map((href) => ({ rel: 'modulepreload', href })),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
    scripts: match.context.assets.scripts.map((src) => ({ type: 'module', src })),
  }),
  shellComponent: Document,
  component: Outlet,
})

function Document({ children }: { children: ReactNode }) {
  return (
    // The script in the head marks this element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script>{firstPaintScript}</script>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311" />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
