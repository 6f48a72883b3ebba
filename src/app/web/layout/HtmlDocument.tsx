import sprite from 'virtual:icon-sprite'
import typeface from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import type { PageHead } from '#web/navigation/page.ts'
import { firstPaintScript } from '#web/theme.ts'
import type { PageAssets } from '../page-state.ts'

type Props = { head: PageHead; assets: PageAssets; children: ReactNode }

export const HtmlDocument = ({ head, assets, children }: Props) => (
  // The script in the head changes attributes of this element before hydration.
  <html lang="en" suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
      />
      <script>{firstPaintScript}</script>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311" />
      <title>{head.title}</title>
      {head.meta?.map((meta) => (
        <meta key={meta.name ?? meta.property} {...meta} />
      ))}
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="default" />
      ))}
      <link rel="preload" as="font" type="font/woff2" href={typeface} crossOrigin="anonymous" />
      {/* The styles, the typeface and the first pictures come first: the page can be read before its code has loaded. */}
      {assets.preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {/* The sprite is prefetched because browsers would otherwise request it only after loading the styles,
          too late for the first paint. No browser uses `preload` for an SVG sprite. */}
      <link rel="prefetch" href={sprite} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {head.links?.map((link) => (
        <link key={`${link.rel} ${link.href}`} {...link} />
      ))}
      {assets.scripts.map((src) => (
        <script key={src} type="module" async src={src} />
      ))}
      {/* Browsers keep what the server has written. After a navigation, the element is a new one, which is empty. */}
      {head.structuredData !== undefined && (
        <script key={head.title} type="application/ld+json" suppressHydrationWarning>
          {head.structuredData}
        </script>
      )}
    </head>
    <body>{children}</body>
  </html>
)
